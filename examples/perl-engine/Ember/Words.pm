package Ember::Words;

# The random words of the contract: SplitMix64 and its streams (SIM-7). Needs a Perl with 64-bit integers.

use 5.020;
use strict;
use warnings;

use Ember::Sha256 'sha256';
use Exporter 'import';
our @EXPORT_OK = qw(stream_state draw hex_of word_of);

# In Perl `+` and `*` turn into floating point where a result gets too large. Under `use integer` they are taken
# modulo 2^64, but `>>` keeps the sign; so sums and products are made here, and shifts elsewhere.
sub _plus  { use integer; return $_[0] + $_[1] }
sub _times { use integer; return $_[0] * $_[1] }

# word_of HEX: the word that 16 hex digits stand for (ENC-3.3).
sub word_of { return unpack 'Q>', pack 'H16', $_[0] }

# hex_of WORD: its 16 hex digits.
sub hex_of { return sprintf '%016x', $_[0] }

my ($STEP, $FIRST, $SECOND) = map { word_of($_) } qw(9e3779b97f4a7c15 bf58476d1ce4e5b9 94d049bb133111eb);

# draw STATE: the next state and the word drawn (SIM-7.1).
sub draw {
    my $state = _plus($_[0], $STEP);
    my $z     = _times($state ^ $state >> 30, $FIRST);
    $z = _times($z ^ $z >> 27, $SECOND);
    return ($state, $z ^ $z >> 31);
}

# stream_state SEED, LABEL: the state of a stream before its first draw (SIM-7.2).
sub stream_state { return unpack 'Q>', sha256("emberbench/v1/$_[0]/$_[1]") }

1;
