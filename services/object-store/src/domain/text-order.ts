const surrogates = { first: 0xd8_00, last: 0xdf_ff }
const lastCodePoint = 0x10_ff_ff

/** The first text that sorts after all texts with a prefix, by code points, as UTF-8 bytes sort; undefined when there is none. */
export const afterAllWith = (beginning: string): string | undefined => {
  const codePoints = Array.from(beginning, (character) => character.codePointAt(0) ?? 0)
  while (codePoints.at(-1) === lastCodePoint) codePoints.pop()
  const last = codePoints.pop()
  if (last === undefined) return undefined
  const next = last + 1 === surrogates.first ? surrogates.last + 1 : last + 1
  return String.fromCodePoint(...codePoints, next)
}
