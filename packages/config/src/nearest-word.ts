/** The maximum edit distance for a suggestion. */
const mostSlips = (word: string): number => Math.max(1, Math.floor(word.length / 4))

/** The Levenshtein distance. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, candidate] of [...other].entries()) {
      const change = (row[column] ?? 0) + Number(letter !== candidate)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The known word closest to `word`; undefined when none is close. */
export const nearestWord = (word: string, known: Iterable<string>): string | undefined => {
  let nearest: { readonly word: string; readonly slips: number } | undefined
  for (const candidate of known) {
    const slips = distance(word.toLowerCase(), candidate.toLowerCase())
    if (slips <= mostSlips(word) && slips < (nearest?.slips ?? Infinity)) nearest = { word: candidate, slips }
  }
  return nearest?.word
}
