type Fits = (character: string) => boolean

/** What a part of a pattern stands for: one character that fits, or any number of any characters. */
type Piece = Fits | 'run'

/** The characters between brackets: single ones and ranges. A range whose ends are swapped contains none, as in Python. */
const classOf = (inner: string): Fits => {
  const isNegated = inner.startsWith('!')
  const members = [...inner.slice(isNegated ? 1 : 0).matchAll(/(.)-(.)|(.)/gs)]
  const contains = (character: string): boolean =>
    members.some(([, from = '', to = '', one]) =>
      one === undefined ? from <= character && character <= to : one === character,
    )
  return (character) => contains(character) !== isNegated
}

const any: Fits = () => true

const piecesOf = (pattern: string): readonly Piece[] => {
  const pieces: Piece[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]
    // A bracket that closes at once, or right after `!`, is a member of the class.
    const end = sign === '[' ? pattern.indexOf(']', at + (pattern[at + 1] === '!' ? 3 : 2)) : -1
    if (sign === '*') pieces.push('run')
    else if (sign === '?') pieces.push(any)
    else if (end === -1) pieces.push((character) => character === sign)
    else {
      pieces.push(classOf(pattern.slice(at + 1, end)))
      at = end
    }
  }
  return pieces
}

/**
 * Whether a name matches a pattern with the wildcards `*`, `?` and `[…]` of a shell. Users write patterns, so the time is bounded by
 * the product of both lengths, unlike with a regular expression.
 */
export const fitsPattern = (pattern: string, name: string): boolean => {
  if (!/[*?[]/.test(pattern)) return pattern === name
  const pieces = piecesOf(pattern)
  let [at, next] = [0, 0]
  // Where to try again with a longer run of the last `*`: an earlier `*` can stay as it is.
  let again: { readonly at: number; readonly next: number } | undefined
  while (at < name.length) {
    const piece = pieces[next]
    if (piece === 'run') {
      next += 1
      again = { at: at + 1, next }
    } else if (piece?.(name[at] ?? '')) {
      at += 1
      next += 1
    } else if (again === undefined) return false
    else {
      at = again.at
      next = again.next
      again = { at: at + 1, next }
    }
  }
  return pieces.slice(next).every((piece) => piece === 'run')
}
