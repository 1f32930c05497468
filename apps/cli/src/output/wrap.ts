import { widthOf } from './text-width.ts'

/** Splits a line into spaces and words; a hyphen between letters ends a word. */
const piecesOf = (line: string): string[] =>
  (line.match(/\s+|\S+/g) ?? []).flatMap((word) => word.split(/(?<=[\p{L}_]{2}-)(?=[\p{L}_]-?[\p{L}_])/u))

/** Splits a word that is too long: the part that fits, up to a hyphen if there is one, and the rest. */
const cut = (word: string, room: number): readonly [string, string] => {
  let end = 0
  for (const character of word) {
    if (widthOf(word.slice(0, end) + character) > room) break
    end += character.length
  }
  const hyphen = word.lastIndexOf('-', end - 1)
  const at = hyphen > 0 && /[^-]/.test(word.slice(0, hyphen)) ? hyphen + 1 : end
  return [word.slice(0, at), word.slice(at)]
}

/** Wraps a line so that no part is wider than `width`; 0 does not wrap. */
export const wrap = (line: string, width: number): readonly string[] => {
  if (width <= 0 || widthOf(line) <= width) return [line]
  const pieces = piecesOf(line)
  const lines: string[] = []
  let current = ''
  const flush = (): void => {
    if (current.trim() !== '') lines.push(current.trimEnd())
    current = ''
  }
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    const space = current === '' && piece.trim() === ''
    if (space && lines.length > 0) continue
    if (widthOf(current + piece) <= width) {
      current += piece
      continue
    }
    if (widthOf(piece) > width && widthOf(current) < width) {
      const [head, tail] = cut(piece, width - widthOf(current))
      current += head
      pieces.unshift(tail)
    } else if (piece.trim() !== '') pieces.unshift(piece)
    flush()
  }
  flush()
  return lines
}
