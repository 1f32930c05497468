const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const zeroWidth = /\p{Mark}/u

/** The number of terminal columns that `text` occupies. */
export const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}
