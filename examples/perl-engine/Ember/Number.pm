package Ember::Number;

# The one kind of number that is no integer: the double that a token stands for, the text that ECMAScript gives it
# (ENC-1.3), and its threshold (SIM-7.4). C's strtod and printf do the rounding; both are exact in today's C libraries.

use 5.020;
use strict;
use warnings;

use Exporter 'import';
use POSIX ();
our @EXPORT_OK = qw(double number_text threshold);

die "a Perl with 64-bit integers and plain doubles is needed\n" if length pack('J', 0) != 8 or length pack('F', 0) != 8;

# Elsewhere than in the locale C, strtod may want a comma.
POSIX::setlocale(POSIX::LC_NUMERIC(), 'C');

# double TOKEN: the nearest double of a JSON number token, ties to even; infinite where it overflows.
sub double {
    my ($value) = POSIX::strtod($_[0]);
    return $value;
}

# number_text DOUBLE: what ECMAScript's Number::toString gives for a finite double.
sub number_text {
    my ($value) = @_;
    return '0' if $value == 0;
    return '-' . number_text(-$value) if $value < 0;
    my ($digits, $point) = _shortest($value);
    my $count = length $digits;
    return $digits . '0' x ($point - $count) if $count <= $point and $point <= 21;
    return substr($digits, 0, $point) . '.' . substr($digits, $point) if 0 < $point and $point <= 21;
    return '0.' . '0' x -$point . $digits if -6 < $point and $point <= 0;
    my $fraction = $count > 1 ? '.' . substr $digits, 1 : '';
    return substr($digits, 0, 1) . $fraction . sprintf 'e%+d', $point - 1;
}

# _shortest DOUBLE: the shortest digits that read back as it, the nearest of these, and n where it is 0.DIGITS · 10^n.
sub _shortest {
    my ($value) = @_;
    for my $count (1 .. 17) {
        my ($first, $rest, $exponent) = sprintf('%.*e', $count - 1, $value) =~ /\A(\d)\.?(\d*)e([-+]\d+)\z/;
        # Above a power of two doubles lie further apart than below it. So where the nearest decimal misses, the
        # next larger one may hit: 2^-44 is 5.684341886080802e-14, though …801e-14 is nearer.
        for my $digits ("$first$rest", "$first$rest" + 1) {
            next if double($digits . 'e' . ($exponent - $count + 1)) != $value;
            my $point = $exponent + 1 + length($digits) - $count;
            return ($digits =~ s/0+\z//r, $point);
        }
    }
    die "no digits for a double\n";
}

# threshold DOUBLE: ⌈p · 2^53⌉ for p in [0, 1]. The product only changes the exponent, so it is exact.
sub threshold {
    my $scaled = $_[0] * 2**53;
    my $whole  = int $scaled;
    return $whole < $scaled ? $whole + 1 : $whole;
}

1;
