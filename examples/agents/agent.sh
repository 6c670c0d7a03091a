#!/bin/sh
# Everybody walks towards the first exit, never onto a wall or what burns. Shell and awk, without a JSON parser: an
# observation is canonical JSON, so its text is always laid out alike.
while IFS= read -r line; do
  printf '%s\n' "$line" | awk '
    # cells(TEXT): remembers each [row,col] of a list as blocked.
    function cells(text, part, n, i) {
      n = split(text, part, /\],\[/)
      for (i = 1; i <= n; i++) { gsub(/[^0-9,]/, "", part[i]); blocked[part[i]] = 1 }
    }
    function between(before, after, rest) {
      rest = substr($0, index($0, before) + length(before))
      return substr(rest, 1, index(rest, after) - 1)
    }
    function free(row, col) { return row >= 0 && col >= 0 && row < rows && col < cols && !((row "," col) in blocked) }
    {
      cells(between("\"burning\":[", "],\"exits\"")); cells(between("\"walls\":[", "]},\"observation"))
      rows = between("\"rows\":", ",") + 0; cols = between("\"cols\":", ",") + 0
      exits = between("\"exits\":[{", "\"map\""); gsub(/^[^[]*\[|\].*/, "", exits); split(exits, exit_at, ",")
      n = split(between("\"people\":[{", "}],\"rules\""), person, /\},\{/)
      for (i = 1; i <= n; i++) if (person[i] ~ /"status":"active"/) {
        split(person[i], quoted, "\""); where = person[i]; gsub(/^[^[]*\[|\].*/, "", where); split(where, at, ",")
        row = at[1] + 0; col = at[2] + 0; go = "stay"
        if (exit_at[1] < row && free(row - 1, col)) go = "north"
        else if (exit_at[1] > row && free(row + 1, col)) go = "south"
        else if (exit_at[2] < col && free(row, col - 1)) go = "west"
        else if (exit_at[2] > col && free(row, col + 1)) go = "east"
        out = out (out ? "," : "") "\"" quoted[4] "\":\"" go "\""
      }
      print "{\"actions\":{" out "}}"
    }'
done
