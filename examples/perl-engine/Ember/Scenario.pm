package Ember::Scenario;

# The scenario document (SIM-2).

use 5.020;
use strict;
use warnings;

use Ember::Json qw(canonical parse refuse);
use Ember::Sha256 'sha256';
use Ember::Shape qw(boolean choice id integer_in list_of position probability record text);
use Exporter 'import';
our @EXPORT_OK = ('scenario');

my $MAX_INTEGER    = 2**53 - 1;
my $MAX_CELL_STEPS = 2**27;

# The codes of the stage meaning, as ENC-5.6 lists them: of two for one value, the first is reported.
my @CODES = qw(repeated not_sorted off_grid on_wall occupied on_ignition exit_not_flammable too_much);
my %RANK  = map { $CODES[$_] => $_ } 0 .. $#CODES;

my %FIRE = (
    ignition        => list_of(position(), 0, $MAX_INTEGER),
    spread_interval => integer_in(1, $MAX_INTEGER),
    exits_flammable => boolean(),
);
my %SPREAD = (spread_probability => probability());
my %MODEL  = (
    stochastic    => record({ %FIRE, %SPREAD, model => choice('stochastic') }),
    deterministic => record({ %FIRE, model => choice('deterministic') }),
);
my $EITHER = record({ %FIRE, model => choice(keys %MODEL) }, \%SPREAD);

my $PLACED = record({ id => id(), position => position() });
my $SHAPE  = record(
    {
        schema_version => choice('1.0'),
        scenario_id    => id(),
        map            => record(
            {
                rows  => integer_in(1, 1024),
                cols  => integer_in(1, 1024),
                walls => list_of(position(), 0, $MAX_INTEGER),
            }
        ),
        exits       => list_of($PLACED, 1, $MAX_INTEGER),
        people      => list_of($PLACED, 1, 100_000),
        fire        => \&_fire,
        movement    => record({ enter_fire => choice(qw(blocked casualty)) }),
        termination => record({ max_steps => integer_in(1, 100_000) }),
    },
    { metadata => record({}, { title => text(0, 4096), notes => text(0, 4096) }) },
);

# scenario BYTES: the members of a scenario, and its hash as `hash` (SIM-2.24).
sub scenario {
    my $node  = parse($_[0]);
    my $found = $SHAPE->($node, '');
    my @faults = sort { $a->[0] <=> $b->[0] or $RANK{ $a->[1] } <=> $RANK{ $b->[1] } }
        map { [_offset($node, $_->[1]), @$_] } _faults($found);
    refuse('meaning', $faults[0][1], $faults[0][2]) if @faults;
    $found->{hash} = unpack 'H*', sha256(canonical($node, ''));
    return $found;
}

# _fire NODE, POINTER: the shape of `fire`, in the variant that its first `model` tells (ENC-2.4).
sub _fire {
    my ($node, $pointer) = @_;
    my @members = $node->[0] eq 'object' ? @{ $node->[1] } : ();
    while (my ($key, $value) = splice @members, 0, 2) {
        next if $key ne 'model';
        my $known = $value->[0] eq 'string' && $MODEL{ $value->[1] };
        return ($known || $EITHER)->($node, $pointer);
    }
    return $EITHER->($node, $pointer);
}

# _offset NODE, POINTER: where the value that a pointer names begins in the text.
sub _offset {
    my ($node, $pointer) = @_;
    for my $key (grep { length } split '/', $pointer) {
        my ($type, $value) = @$node;
        my %members = $type eq 'object' ? @$value : ();
        $node = $type eq 'object' ? $members{$key} : $value->[$key];
    }
    return $node->[2];
}

# _faults SCENARIO: everything that contradicts itself, as [CODE, POINTER] (ENC-5.6), in no order.
sub _faults {
    my ($found) = @_;
    my ($rows, $cols) = @{ $found->{map} }{qw(rows cols)};
    my %cells = (
        '/map/walls'     => $found->{map}{walls},
        '/fire/ignition' => $found->{fire}{ignition},
    );
    my @faults;
    my %at = map { $_ => [] } 'exits', 'people';    # the cells of each, as texts
    my ($walls, $burning) = map { [map { "@$_" } @{ $cells{$_} }] } '/map/walls', '/fire/ignition';
    for my $path (keys %cells) {
        my @sort_keys = map { sprintf '%016d %016d', @$_ } @{ $cells{$path} };
        push @faults, _unordered($path, '', \@sort_keys), _off_grid($path, '', $rows, $cols, $cells{$path});
    }
    for my $name (keys %at) {
        my @positions = map { $_->{position} } @{ $found->{$name} };
        push @faults, _unordered("/$name", '/id', [map { $_->{id} } @{ $found->{$name} }]);
        push @faults, _off_grid("/$name", '/position', $rows, $cols, \@positions);
        $at{$name} = [map { "@$_" } @positions];
        push @faults, _among('on_wall', "/$name", '/position', $at{$name}, $walls);
    }
    push @faults, _among('on_wall', '/fire/ignition', '', $burning, $walls);
    push @faults, _among('on_ignition', '/people', '/position', $at{people}, $burning);
    push @faults, _among('occupied', '/people', '/position', $at{people}, $at{exits});
    push @faults, map { _twice("/$_", $at{$_}) } keys %at;
    push @faults, _among('exit_not_flammable', '/fire/ignition', '', $burning, $at{exits})
        if !$found->{fire}{exits_flammable};
    push @faults, ['too_much', '/termination/max_steps']
        if $rows * $cols * ($found->{termination}{max_steps} + 1) > $MAX_CELL_STEPS;
    return @faults;
}

# _unordered PATH, MEMBER, KEYS: the first key that does not rise (SIM-2.18, SIM-2.19). No later one is ever reported.
sub _unordered {
    my ($path, $member, $keys) = @_;
    my %seen;
    for my $i (0 .. $#$keys) {
        return ['repeated',   "$path/$i$member"] if $seen{ $keys->[$i] }++;
        return ['not_sorted', "$path/$i$member"] if $i and $keys->[$i] lt $keys->[$i - 1];
    }
    return;
}

sub _off_grid {
    my ($path, $member, $rows, $cols, $positions) = @_;
    return map { ['off_grid', "$path/$_$member"] }
        grep { $positions->[$_][0] >= $rows or $positions->[$_][1] >= $cols } 0 .. $#$positions;
}

# _among CODE, PATH, MEMBER, CELLS, OTHERS: the cells that are also among the others.
sub _among {
    my ($code, $path, $member, $cells, $others) = @_;
    my %others = map { $_ => 1 } @$others;
    return map { [$code, "$path/$_$member"] } grep { $others{ $cells->[$_] } } 0 .. $#$cells;
}

# _twice PATH, CELLS: the places whose cell an earlier one has.
sub _twice {
    my ($path, $cells) = @_;
    my %seen;
    return map { ['occupied', "$path/$_/position"] } grep { $seen{ $cells->[$_] }++ } 0 .. $#$cells;
}

1;
