import { own } from '@nimbo/kernel/own'
const numeric: Readonly<Record<string, (have: number, want: number) => boolean>> = {
  '=': (have, want) => have >= want,
  '==': (have, want) => have === want,
  '!=': (have, want) => have !== want,
  '>=': (have, want) => have >= want,
  '<=': (have, want) => have <= want,
}

/** Operators with the prefix `s` compare as strings. */
const textual: Readonly<Record<string, (have: string, want: string) => boolean>> = {
  's==': (have, want) => have === want,
  's!=': (have, want) => have !== want,
  's>=': (have, want) => have >= want,
  's>': (have, want) => have > want,
  's<=': (have, want) => have <= want,
  's<': (have, want) => have < want,
}

/** The words of `<or> a <or> b`. */
const wordsAfter = (operator: string, wanted: string): string[] =>
  wanted
    .split(operator)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/**
 * Whether a host's value matches an extra spec: `>= 4`, `s== x`, `<or> a <or> b`, `<in> part`, `<all-in> a b`, or a
 * plain value for equality. As in Nova, `=` means "at least".
 */
export const meetsSpec = (have: unknown, wanted: string): boolean => {
  if (have === undefined || have === null) return false
  const text = typeof have === 'object' ? JSON.stringify(have) : String(have)
  const [first = '', ...others] = wanted.trim().split(/\s+/)
  const rest = others.join(' ')
  if (first === '<or>') return wordsAfter('<or>', wanted).includes(text)
  if (first === '<in>') return text.includes(rest)
  if (first === '<all-in>') return wordsAfter('<all-in>', wanted).every((word) => containsAll(have, word))
  const compareText = own(textual, first)
  if (compareText !== undefined && rest !== '') return compareText(text, rest)
  const compareNumbers = own(numeric, first)
  if (compareNumbers !== undefined && rest !== '') return compareNumbers(Number(text), Number(rest))
  return text === wanted
}

const containsAll = (have: unknown, words: string): boolean =>
  words
    .split(/\s+/)
    .every((word) => (Array.isArray(have) ? have.includes(word) : String(have).includes(word)))
