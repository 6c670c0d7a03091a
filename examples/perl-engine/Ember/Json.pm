package Ember::Json;

# Strict reading of JSON by its tokens (ENC-2) and its canonical form (ENC-1). All text is UTF-8 bytes, never Perl's own
# characters: so half of a surrogate pair, which Perl's decoder would pass, is three bytes that a pattern finds.
#
# A node is [TYPE, VALUE, OFFSET], OFFSET being the byte where it begins:
#   object  [KEY, NODE, KEY, NODE, …] as they stand there     string  its bytes, escapes resolved
#   array   [NODE, …]                                         number  its token
#   word    true, false or null

use 5.020;
use strict;
use warnings;

use Ember::Number qw(double number_text);
use Exporter 'import';
our @EXPORT_OK = qw(parse plain canonical integer string object array refuse refuse_lone step);

my $MAX_DEPTH   = 64;
my $MAX_INTEGER = 2**53 - 1;
my %ESCAPED     = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t", map { $_ => $_ } '"', '\\', '/');
my %ESCAPE      = reverse %ESCAPED;
delete $ESCAPE{'/'};

my $UTF8 = qr/[\x00-\x7f]++ | [\xc2-\xdf][\x80-\xbf] | \xe0[\xa0-\xbf][\x80-\xbf]
    | [\xe1-\xec\xee\xef][\x80-\xbf]{2} | \xed[\x80-\x9f][\x80-\xbf]
    | \xf0[\x90-\xbf][\x80-\xbf]{2} | [\xf1-\xf3][\x80-\xbf]{3} | \xf4[\x80-\x8f][\x80-\xbf]{2}/x;
my $HEX  = qr/[0-9a-fA-F]/;
my $PAIR = qr/\\u([dD][89abAB]$HEX{2})\\u([dD][c-fC-F]$HEX{2})/;

# refuse STAGE, CODE, POINTER: ends the reading of a document (ENC-5).
sub refuse {
    my ($stage, $code, $pointer) = @_;
    die bless { stage => $stage, code => $code, pointer => $pointer }, 'Ember::Refusal';
}

# refuse_lone BYTES, POINTER: refuses text with half of a surrogate pair (ENC-2.6).
sub refuse_lone {
    refuse('shape', 'lone_surrogate', $_[1]) if $_[0] =~ /\xed[\xa0-\xbf]/;
    return;
}

# step POINTER, KEY: the pointer of a member or element (ENC-5.3).
sub step {
    my ($pointer, $key) = @_;
    return "$pointer/" . ($key =~ s/~/~0/gr =~ s{/}{~1}gr);
}

# --- reading ---

my $text;    # the document that is being read; pos($text) is where

# parse BYTES: the node of a document. Refuses by the stage syntax (ENC-2.1, ENC-2.2, ENC-5.4). There is no too_large
# here: a line of the protocol holds less than a document may.
sub parse {
    ($text) = @_;
    _syntax('byte_order_mark') if $text =~ /\A\xef\xbb\xbf/;
    pos($text) = 0;
    1 while $text =~ /\G$UTF8/gc;
    _syntax('not_utf8') if pos $text != length $text;
    pos($text) = 0;
    my $node = _value(0);
    _space();
    _syntax('bad_syntax') if pos $text != length $text;
    return $node;
}

sub _syntax { return refuse('syntax', $_[0], '') }

sub _space { return $text =~ /\G[ \t\n\r]*/gc }

sub _value {
    my ($depth) = @_;
    _space();
    my $offset = pos $text;
    return ['string', _string(), $offset] if $text =~ /\G"/gc;
    return ['word', $1, $offset] if $text =~ /\G(true|false|null)/gc;
    return ['number', $1, $offset] if $text =~ /\G(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/gc;
    _syntax('not_finite') if $text =~ /\G(?:NaN|-?Infinity)/gc;
    _syntax('bad_syntax') if $text !~ /\G([\[{])/gc;
    _syntax('too_deep')   if $depth == $MAX_DEPTH;
    return $1 eq '[' ? ['array', _items($depth + 1), $offset] : ['object', _members($depth + 1), $offset];
}

sub _items {
    my ($depth) = @_;
    my @items;
    return \@items if $text =~ /\G[ \t\n\r]*\]/gc;
    do { push @items, _value($depth) } until _ends(']');
    return \@items;
}

sub _members {
    my ($depth) = @_;
    my @members;
    return \@members if $text =~ /\G[ \t\n\r]*\}/gc;
    do {
        _syntax('bad_syntax') if $text !~ /\G[ \t\n\r]*"/gc;
        push @members, _string();
        _syntax('bad_syntax') if $text !~ /\G[ \t\n\r]*:/gc;
        push @members, _value($depth);
    } until _ends('}');
    return \@members;
}

# _ends BRACKET: passes a comma (false) or the end of the list (true).
sub _ends {
    $text =~ /\G[ \t\n\r]*([,\]}])/gc and ($1 eq ',' or $1 eq $_[0]) or _syntax('bad_syntax');
    return $1 ne ',';
}

# _string: the rest of a string whose opening quote has been passed.
sub _string {
    my $out = '';
    while ($text !~ /\G"/gc) {
        if    ($text =~ /\G([^"\\\x00-\x1f]+)/gc) { $out .= $1 }
        elsif ($text =~ m{\G\\(["\\/bfnrt])}gc)   { $out .= $ESCAPED{$1} }
        elsif ($text =~ /\G$PAIR/gc)              { $out .= _utf8((hex($1) - 0xd7c0 << 10) + hex($2) - 0xdc00) }
        elsif ($text =~ /\G\\u($HEX{4})/gc)       { $out .= _utf8(hex $1) }
        else                                      { _syntax('bad_syntax') }
    }
    return $out;
}

# _utf8 NUMBER: the bytes of a code point, or of half of a surrogate pair in the same manner.
sub _utf8 {
    no warnings 'surrogate';
    my $out = chr $_[0];
    utf8::encode($out);
    return $out;
}

# plain NODE: what a message says, in Perl's own terms. Numbers are their tokens, words their letters.
sub plain {
    my ($type, $value) = @{ $_[0] };
    return [map { plain($_) } @$value] if $type eq 'array';
    return $value if $type ne 'object';
    my %members = @$value;
    $_ = plain($_) for values %members;
    return \%members;
}

# --- canonical form ---

# canonical NODE, POINTER: the canonical bytes of any value. Refuses by the stage shape what has none (ENC-1.4), and
# keys that stand twice (ENC-2.4).
sub canonical {
    my ($node, $pointer) = @_;
    my ($type, $value) = @$node;
    return $value if $type eq 'word';
    return _number($value, $pointer) if $type eq 'number';
    if ($type eq 'string') {
        refuse_lone($value, $pointer);
        return string($value);
    }
    return array(map { canonical($value->[$_], "$pointer/$_") } 0 .. $#$value) if $type eq 'array';
    my %members;
    for (my $i = 0; $i < @$value; $i += 2) {
        my ($key, $where) = ($value->[$i], step($pointer, $value->[$i]));
        refuse_lone($key, $pointer);
        refuse('shape', 'duplicate_key', $where) if exists $members{$key};
        $members{$key} = canonical($value->[$i + 1], $where);
    }
    return object(%members);
}

sub _number {
    my ($token, $pointer) = @_;
    return integer($token, $pointer) if $token !~ /[.eE]/;
    my $value = double($token);
    refuse('shape', 'number_overflow', $pointer) if abs $value == 9**9**9;
    return number_text($value);
}

# integer TOKEN, POINTER: the token of an integer, if that is one (ENC-2.3).
sub integer {
    my ($token, $pointer) = @_;
    refuse('shape', 'negative_zero', $pointer)  if $token eq '-0';
    refuse('shape', 'not_an_integer', $pointer) if $token =~ /[.eE]/;
    refuse('shape', 'integer_range', $pointer)  if $token !~ /\A-?[0-9]{1,16}\z/ or abs $token > $MAX_INTEGER;
    return $token;
}

# string BYTES: a string as it is written (ENC-1.2).
sub string {
    my ($value) = @_;
    $value =~ s{(["\\\x00-\x1f])}{ $ESCAPE{$1} ? "\\$ESCAPE{$1}" : sprintf '\u%04x', ord $1 }ge;
    return qq("$value");
}

# array TEXT...: an array of values that are written already.
sub array { return '[' . join(',', @_) . ']' }

# object KEY, TEXT, ...: an object of keys and of values that are written already (ENC-1.1).
sub object {
    my (%members) = @_;

    # UTF-8 sorts like UTF-16, but for characters of four bytes: in UTF-16 they begin with D800 to DBFF, and so
    # belong between ED 9F BF and EE 80 80.
    my %sort_key = map { $_ => s/(?=[\xf0-\xf4])/\xed\xff/gr } keys %members;
    my @keys     = sort { $sort_key{$a} cmp $sort_key{$b} } keys %members;
    return '{' . join(',', map { string($_) . ":$members{$_}" } @keys) . '}';
}

1;
