package Ember::Sha256;

# SHA-256 (FIPS 180-4) of bytes. Perl's own Digest::SHA is not in every Perl.

use 5.020;
use strict;
use warnings;
use integer;    # sums stay below 2^40; what a sign could spoil is masked off

use Exporter 'import';
our @EXPORT_OK = ('sha256');

my @START = (
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

my @ROUND = (
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

# sha256 BYTES: the 32 bytes of its digest.
sub sha256 {
    my ($bytes) = @_;
    my $bits = 8 * length $bytes;
    $bytes .= "\x80" . "\0" x ((55 - length $bytes) & 63) . pack 'Q>', $bits;
    my @state = @START;
    for (my $at = 0; $at < length $bytes; $at += 64) {
        _block(\@state, unpack "\@$at N16", $bytes);
    }
    return pack 'N8', @state;
}

# _block STATE, WORDS: mixes a block of 16 words into the state.
sub _block {
    my ($state, @w) = @_;
    for my $i (16 .. 63) {
        # A rotation to the right is a shift of the word written twice.
        my ($p, $q) = map { $_ | $_ << 32 } @w[$i - 15, $i - 2];
        my $s0 = ($p >> 7 ^ $p >> 18) & 0xffffffff ^ $w[$i - 15] >> 3;
        my $s1 = ($q >> 17 ^ $q >> 19) & 0xffffffff ^ $w[$i - 2] >> 10;
        push @w, $w[$i - 16] + $s0 + $w[$i - 7] + $s1 & 0xffffffff;
    }
    my ($a, $b, $c, $d, $e, $f, $g, $h) = @$state;
    for my $i (0 .. 63) {
        my ($aa, $ee) = ($a | $a << 32, $e | $e << 32);
        my $t1 = $h + (($ee >> 6 ^ $ee >> 11 ^ $ee >> 25) & 0xffffffff) + ($e & $f ^ ~$e & $g) + $ROUND[$i] + $w[$i];
        my $t2 = (($aa >> 2 ^ $aa >> 13 ^ $aa >> 22) & 0xffffffff) + ($a & $b ^ $a & $c ^ $b & $c);
        ($a, $b, $c, $d, $e, $f, $g, $h) = ($t1 + $t2 & 0xffffffff, $a, $b, $c, $d + $t1 & 0xffffffff, $e, $f, $g);
    }
    my @mixed = ($a, $b, $c, $d, $e, $f, $g, $h);
    $state->[$_] = $state->[$_] + $mixed[$_] & 0xffffffff for 0 .. 7;
    return;
}

1;
