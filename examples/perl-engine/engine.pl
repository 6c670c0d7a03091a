#!/usr/bin/env perl

# A conforming engine in Perl 5, without any module from elsewhere: the profiles rng and fire. It speaks the conformance
# protocol: one JSON message a line, on standard input and output (CNF-1).

use 5.020;
use strict;
use warnings;

use lib (__FILE__ =~ m{\A(.*)/}s ? $1 : '.');

use Ember::Fire qw(fire_steps step_text world_text);
use Ember::Json qw(array canonical object parse plain string);
use Ember::Number 'threshold';
use Ember::Scenario 'scenario';
use Ember::Sha256 'sha256';
use Ember::Shape 'probability_of';
use Ember::Words qw(draw hex_of stream_state word_of);

my $MAX_LINE = 16 << 20;

# An operation takes the input of a case and, if asked to trace, a step; it gives its output as [NAME, JSON, ...].
my %OPERATIONS = (
    'json.canonical' => \&json_canonical,
    'rng.stream'     => \&rng_stream,
    'rng.words'      => \&rng_words,
    'rng.bernoulli'  => \&rng_bernoulli,
    'fire.world'     => \&fire_world,
);

sub json_canonical {
    my ($input) = @_;
    my $bytes = canonical(parse(document($input->{document})), '');
    return (canonical => string($bytes), digest => digest($bytes));
}

sub rng_stream {
    my ($input) = @_;
    my $state = stream_state(@$input{qw(seed label)});
    return (state => string(hex_of($state)), words_from($state, $input->{count}));
}

sub rng_words {
    my ($input) = @_;
    return words_from(word_of($input->{state}), $input->{count});
}

sub words_from {
    my ($state, $count) = @_;
    my @words;
    for (1 .. $count) {
        ($state, my $word) = draw($state);
        push @words, string(hex_of($word));
    }
    return (words => array(@words), end_state => string(hex_of($state)));
}

sub rng_bernoulli {
    my ($input) = @_;
    my $limit = threshold(probability_of($input->{probability}, ''));
    my $state = word_of($input->{state});
    my @successes;
    for (1 .. $input->{count}) {
        ($state, my $word) = draw($state);
        push @successes, $word >> 11 < $limit ? 'true' : 'false';
    }
    return (threshold => string($limit), successes => array(@successes), end_state => string(hex_of($state)));
}

sub fire_world {
    my ($input, $trace) = @_;
    my $scenario = scenario(document($input->{scenario}));
    my @steps    = fire_steps($scenario, $input->{seed});
    if (defined $trace) {
        die "the fire has the steps 0 to $#steps\n" if $trace > $#steps;
        return (text => string(step_text($steps[$trace])));
    }
    return (
        digest          => digest(world_text($scenario, $input->{seed}, @steps)),
        steps           => array(map { digest(step_text($_)) } @steps),
        draws           => array(map { $_->{draws} } @steps[1 .. $#steps]),
        final_rng_state => string($steps[-1]{state}),
    );
}

# digest BYTES: the JSON string of their digest (ENC-3.1).
sub digest { return string(unpack 'H*', sha256($_[0])) }

# document INPUT: the bytes of a document in a case (CNF-2.3).
sub document {
    my ($input) = @_;
    return $input->{text} if exists $input->{text};

    # What Perl unpacks as uuencoded lines has 45 bytes a line, each with its length in front, in another alphabet.
    my $digits = $input->{base64} =~ tr{=}{}dr =~ tr{A-Za-z0-9+/}{ -_}r;
    return join '', map { unpack 'u', chr(32 + length($_) * 3 / 4) . $_ } $digits =~ /.{1,60}/gs;
}

# --- the protocol ---

# ready HELLO: what this engine is and stands for (CNF-3.2).
sub ready {
    my ($hello) = @_;
    return object(
        type       => string('ready'),
        protocol   => string('1.0'),
        run        => string($hello->{run}),
        name       => string('perl-engine'),
        version    => string('1.0'),
        profiles   => array(map { string($_) } 'rng', 'fire'),
        components => object(simulator => string('0.2.0'), scenario_schema => string('1.0')),
    );
}

# result CASE: the answer to a case (CNF-3.4).
sub result {
    my ($case) = @_;
    my ($name, $trace) = @$case{qw(operation trace)};
    my $operation = $OPERATIONS{$name};
    return answer($case, 'unsupported') if !$operation or defined $trace and $name ne 'fire.world';
    my %output;
    if (eval { %output = $operation->($case->{input}, $trace); 1 }) {
        my $line = answer($case, 'ok', output => object(%output));
        return length $line < $MAX_LINE ? $line : failure($case, 'the answer is too long for a line');
    }
    my $error = $@;
    return failure($case, $error) if ref $error ne 'Ember::Refusal';
    return answer($case, 'rejected', map { $_ => string($error->{$_}) } qw(stage code pointer));
}

sub answer {
    my ($case, $status, @members) = @_;
    return object(type => string('result'), id => string($case->{id}), status => string($status), @members);
}

sub failure {
    my ($case, $message) = @_;
    return answer($case, 'error', message => string(substr $message =~ tr/\x20-\x7e//cdr, 0, 4096));
}

binmode $_ for *STDIN, *STDOUT;
$| = 1;
while (defined(my $line = <STDIN>)) {
    my $message = eval { plain(parse($line)) };
    my $type    = ref $message eq 'HASH' ? $message->{type} // '' : '';
    last if $type eq 'bye';
    if    ($type eq 'hello') { print ready($message),  "\n" }
    elsif ($type eq 'case')  { print result($message), "\n" }
    else                     { print {*STDERR} 'no message: ', substr($line =~ tr/\x20-\x7e//cdr, 0, 200), "\n" }
}
