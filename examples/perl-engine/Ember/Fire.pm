package Ember::Fire;

# The fire of a scenario and a seed (SIM-6).

use 5.020;
use strict;
use warnings;

use Ember::Json qw(array object string);
use Ember::Number 'threshold';
use Ember::Words qw(draw hex_of stream_state);
use Exporter 'import';
our @EXPORT_OK = qw(fire_steps step_text world_text);

# fire_steps SCENARIO, SEED: what each of the steps 0 … H ignites ([row, col], row-major), how many words it draws, and
# the state of the stream after it.
sub fire_steps {
    my ($scenario, $seed) = @_;
    my $fire  = $scenario->{fire};
    my $limit = exists $fire->{spread_probability} ? threshold($fire->{spread_probability}) : undef;
    my $state = stream_state($seed, 'fire');
    my $cols  = $scenario->{map}{cols};
    my $front = _frontier($scenario);
    my @burns = map { $_->[0] * $cols + $_->[1] } @{ $fire->{ignition} };
    my @steps;
    for my $t (0 .. $scenario->{termination}{max_steps}) {
        my $draws = 0;
        @burns = () if $t > 0;
        ($draws, $state, @burns) = _spread($front->{edges}, $state, $limit)
            if $t > 0 and $t % $fire->{spread_interval} == 0;
        _ignite($front, $_) for @burns;
        push @steps,
            { ignitions => [map { [int $_ / $cols, $_ % $cols] } @burns], draws => $draws, state => hex_of($state) };
    }
    return @steps;
}

# _frontier SCENARIO: the fire before anything burns. `fuel` says of each cell whether it can still ignite (SIM-6.2);
# `edges` holds the candidates, each with the number of its burning neighbours (SIM-6.3).
sub _frontier {
    my ($scenario) = @_;
    my ($rows, $cols) = @{ $scenario->{map} }{qw(rows cols)};
    my @fuel  = (1) x ($rows * $cols);
    my @exits = $scenario->{fire}{exits_flammable} ? () : map { $_->{position} } @{ $scenario->{exits} };
    $fuel[$_->[0] * $cols + $_->[1]] = 0 for @{ $scenario->{map}{walls} }, @exits;
    return { rows => $rows, cols => $cols, fuel => \@fuel, edges => {} };
}

# _spread EDGES, STATE, LIMIT: how many words a spread step draws, the state after it, and the cells that ignite.
# Without a limit all candidates ignite (SIM-6.5). With one, a cell takes one draw for each of its edges, whatever came
# of those before (SIM-6.8); which edge it was that succeeded makes no difference, so their number is enough.
sub _spread {
    my ($edges, $state, $limit) = @_;
    my @candidates = sort { $a <=> $b } keys %$edges;
    return (0, $state, @candidates) if !defined $limit;
    my ($draws, @burns) = 0;
    for my $cell (@candidates) {
        my ($successes, $word) = 0;
        for (1 .. $edges->{$cell}) {
            ($state, $word) = draw($state);
            $successes++ if $word >> 11 < $limit;
        }
        $draws += $edges->{$cell};
        push @burns, $cell if $successes;
    }
    return ($draws, $state, @burns);
}

# _ignite FRONTIER, CELL: the cell burns, and each neighbour that can has one edge more.
sub _ignite {
    my ($front, $cell) = @_;
    my ($cols, $fuel, $edges) = @$front{qw(cols fuel edges)};
    $fuel->[$cell] = 0;
    delete $edges->{$cell};
    my $col = $cell % $cols;
    my @near;
    push @near, $cell - $cols if $cell >= $cols;
    push @near, $cell - 1     if $col > 0;
    push @near, $cell + 1     if $col < $cols - 1;
    push @near, $cell + $cols if $cell + $cols < @$fuel;
    $edges->{$_}++ for grep { $fuel->[$_] } @near;
    return;
}

sub _cells { return array(map { array(@$_) } @{ $_[0] }) }

# step_text STEP: the canonical document of one step, as fire.world digests it.
sub step_text {
    my ($step) = @_;
    return object(
        ignitions => _cells($step->{ignitions}),
        draws     => $step->{draws},
        rng_state => string($step->{state}),
    );
}

# world_text SCENARIO, SEED, STEPS: the canonical document of the fire world (SIM-6.10).
sub world_text {
    my ($scenario, $seed, @steps) = @_;
    return object(
        scenario_hash   => string($scenario->{hash}),
        seed            => $seed,
        ignitions       => array(map { _cells($_->{ignitions}) } @steps),
        draws           => array(map { $_->{draws} } @steps[1 .. $#steps]),
        final_rng_state => string($steps[-1]{state}),
    );
}

1;
