/** Literal text, any one character, or any characters. */
type Piece = { readonly literal: string } | 'one' | 'many'

/** A pattern that must match the whole text. */
export type TextPattern = readonly Piece[]

const one = 'one'
const many = 'many'

/** Parses text, `.`, `.*`, `^`, `$` and escapes; everything else is literal. */
export const readPattern = (expression: string): TextPattern => {
  const fromStart = expression.startsWith('^')
  const toEnd = /(^|[^\\])\$$/.test(expression)
  const body = expression.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)
  const pieces: Piece[] = fromStart ? [] : [many]
  for (const [token] of body.matchAll(/\\.|\.\*|[\s\S]/g)) {
    if (token === '.*') pieces.push(many)
    else if (token === '.') pieces.push(one)
    else pieces.push({ literal: token.length === 2 ? token.slice(1) : token })
  }
  return toEnd ? pieces : [...pieces, many]
}

/** A pattern for texts that contain `text` literally. */
export const containing = (text: string): TextPattern => [many, { literal: text }, many]

/** The pattern for SQL's `like … escape '\'`. */
export const likeText = (pattern: TextPattern): string =>
  pattern
    .map((piece) => {
      if (piece === 'many') return '%'
      if (piece === 'one') return '_'
      return piece.literal.replaceAll(/[\\%_]/g, (special) => `\\${special}`)
    })
    .join('')

/** Whether the pattern matches the whole text, ignoring case; in linear time. */
export const fits = (pattern: TextPattern, text: string): boolean => {
  const units = pattern.flatMap((piece): Piece[] =>
    typeof piece === 'string' ? [piece] : [...piece.literal.toLowerCase()].map((literal) => ({ literal })),
  )
  const characters = [...text.toLowerCase()]
  let unit = 0
  let at = 0
  let lastMany = -1
  let resume = 0
  while (at < characters.length) {
    const current = units[unit]
    if (current === 'many') {
      lastMany = unit
      resume = at
      unit += 1
    } else if (current === 'one' || current?.literal === characters[at]) {
      unit += 1
      at += 1
    } else if (lastMany >= 0) {
      unit = lastMany + 1
      resume += 1
      at = resume
    } else return false
  }
  return units.slice(unit).every((rest) => rest === 'many')
}
