package Ember::Shape;

# Shapes: what a document may hold, said once (ENC-2.3 to ENC-2.6). A shape is a sub of a node and its pointer; it gives
# the plain value, or refuses the first fault in document order by the stage shape (ENC-5.2, ENC-5.5).

use 5.020;
use strict;
use warnings;

use Ember::Json qw(integer refuse refuse_lone step);
use Ember::Number 'double';
use Exporter 'import';
our @EXPORT_OK = qw(integer_in probability probability_of text id choice boolean list_of position record of_type);

my $ANY = 2**53;

# of_type TYPE, NODE, POINTER: the node's value, if it has the type.
sub of_type {
    my ($type, $node, $pointer) = @_;
    refuse_lone($node->[1], $pointer) if $node->[0] eq 'string';
    refuse('shape', 'wrong_type', $pointer) if $node->[0] ne $type;
    return $node->[1];
}

# integer_in LOW, HIGH: an integer in this range.
sub integer_in {
    my ($low, $high) = @_;
    return sub {
        my ($node, $pointer) = @_;
        my $value = integer(of_type('number', $node, $pointer), $pointer);
        refuse('shape', 'out_of_range', $pointer) if $value < $low or $value > $high;
        return $value;
    };
}

# probability: a double in [0, 1] (ENC-2.3.1).
sub probability {
    return sub {
        my ($node, $pointer) = @_;
        return probability_of(of_type('number', $node, $pointer), $pointer);
    };
}

# probability_of TOKEN, POINTER: the double of a probability's token.
sub probability_of {
    my ($token, $pointer) = @_;
    refuse('shape', 'number_too_long', $pointer) if length $token > 32;
    my $value = double($token);
    my $sign  = $token =~ /\A-/;
    refuse('shape', 'negative_zero', $pointer)   if $sign and $value == 0;
    refuse('shape', 'number_overflow', $pointer) if $value == 9**9**9;
    refuse('shape', 'out_of_range', $pointer)    if $sign or $value > 1;
    return $value;
}

# text LOW, HIGH, PATTERN: a string of so many code points, and of this pattern if there is one.
sub text {
    my ($low, $high, $pattern) = @_;
    return sub {
        my ($node, $pointer) = @_;
        my $value = of_type('string', $node, $pointer);
        my $count = length($value) - ($value =~ tr/\x80-\xbf//);
        refuse('shape', 'too_short', $pointer) if $count < $low;
        refuse('shape', 'too_long', $pointer)  if $count > $high;
        refuse('shape', 'bad_value', $pointer) if $pattern and $value !~ $pattern;
        return $value;
    };
}

# id: an ID (ENC-3.4).
sub id { return text(1, 64, qr/\A[A-Za-z0-9._-]*\z/) }

# choice STRING...: one of these.
sub choice {
    my %choices = map { $_ => 1 } @_;
    return sub {
        my ($node, $pointer) = @_;
        my $value = of_type('string', $node, $pointer);
        refuse('shape', 'bad_value', $pointer) if !$choices{$value};
        return $value;
    };
}

# boolean: 1 or 0.
sub boolean {
    return sub {
        my ($node, $pointer) = @_;
        my $word = of_type('word', $node, $pointer);
        refuse('shape', 'wrong_type', $pointer) if $word eq 'null';
        return $word eq 'true' ? 1 : 0;
    };
}

# list_of SHAPE, LOW, HIGH: a list of so many elements.
sub list_of {
    my ($shape, $low, $high) = @_;
    return sub {
        my ($node, $pointer) = @_;
        my @found;
        for my $item (@{ of_type('array', $node, $pointer) }) {
            refuse('shape', 'too_long', $pointer) if @found == $high;
            push @found, $shape->($item, "$pointer/" . @found);
        }
        refuse('shape', 'too_short', $pointer) if @found < $low;
        return \@found;
    };
}

# position: [row, col], wherever the grid ends (SIM-2.1).
sub position { return list_of(integer_in(0, $ANY), 2, 2) }

# record REQUIRED, OPTIONAL: an object with these members, name to shape (ENC-2.4).
sub record {
    my ($required, $optional) = @_;
    my %shapes = (%$required, %{ $optional || {} });
    return sub {
        my ($node, $pointer) = @_;
        my @members = @{ of_type('object', $node, $pointer) };
        my %found;
        while (my ($key, $value) = splice @members, 0, 2) {
            refuse_lone($key, $pointer);
            my $where = step($pointer, $key);
            refuse('shape', 'duplicate_key', $where) if exists $found{$key};
            refuse('shape', 'unknown_key', $where)   if !$shapes{$key};
            $found{$key} = $shapes{$key}->($value, $where);
        }
        for my $key (sort keys %$required) {
            refuse('shape', 'missing_key', step($pointer, $key)) if !exists $found{$key};
        }
        return \%found;
    };
}

1;
