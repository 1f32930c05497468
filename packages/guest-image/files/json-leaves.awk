# Prints every leaf of a JSON document as "path<TAB>value": {"a": [{"b": "c"}]} gives "a.0.b<TAB>c".
# Line ends inside values become blanks, so that a leaf stays a line.
{ text = text $0 "\n" }
END { value("") }

function token(   found) {
  sub(/^[ \t\r\n]+/, "", text)
  if (!match(text, /^"([^"\\]|\\.)*"/) && !match(text, /^[^][{}:,"\t\r\n ]+/)) RLENGTH = 1
  found = substr(text, 1, RLENGTH)
  text = substr(text, RLENGTH + 1)
  return found
}

function value(path,   part, key, count) {
  part = token()
  if (part == "{") {
    for (part = token(); part != "}" && part != ""; part = token()) {
      if (part == ",") continue
      key = plain(part)
      token()
      value(path == "" ? key : path "." key)
    }
  } else if (part == "[") {
    for (count = 0; !closes(); count++) {
      if (text ~ /^,/) text = substr(text, 2)
      value(path "." count)
    }
  } else if (part != "") print path "\t" plain(part)
}

# Takes the bracket that ends a list, if it comes next.
function closes() {
  sub(/^[ \t\r\n]+/, "", text)
  if (text != "" && text !~ /^\]/) return 0
  text = substr(text, 2)
  return 1
}

function plain(quoted,   rest, out, code) {
  if (quoted !~ /^"/) return quoted
  rest = substr(quoted, 2, length(quoted) - 2)
  out = ""
  while (match(rest, /\\./)) {
    out = out substr(rest, 1, RSTART - 1)
    code = substr(rest, RSTART + 1, 1)
    rest = substr(rest, RSTART + 2)
    if (code == "u") {
      out = out character(substr(rest, 1, 4))
      rest = substr(rest, 5)
    } else if (code ~ /[nrtbf]/) {
      if (rest != "") out = out " "
    } else out = out code
  }
  return out rest
}

# ASCII alone is spelled out: nothing else that a guest reads from metadata is escaped.
function character(hex,   digits, code, i) {
  digits = "0123456789abcdef"
  code = 0
  for (i = 1; i <= 4; i++) code = code * 16 + index(digits, tolower(substr(hex, i, 1))) - 1
  return code < 128 ? sprintf("%c", code) : "?"
}
