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

/** Whether a number lies in `[ 1 10 ]`; round brackets exclude their end. */
const isIn = (have: number, range: string): boolean => {
  const [, opening, low, high, closing] = /^([[(])\s*(\S+)\s+(\S+?)\s*([\])])$/.exec(range) ?? []
  if (low === undefined || high === undefined) return false
  const [least, most] = [Number(low), Number(high)]
  return (opening === '[' ? have >= least : have > least) && (closing === ']' ? have <= most : have < most)
}

/** The words of `<or> a <or> b`. */
const wordsAfter = (operator: string, wanted: string): string[] =>
  wanted
    .split(operator)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/**
 * Whether a host's value matches an extra spec: `>= 4`, `s== x`, `<or> a <or> b`, `<in> part`, `<all-in> a b`,
 * `<range-in> [ 1 10 ]`, or a plain value for equality. As in Nova, `=` means "at least".
 */
export const meetsSpec = (have: unknown, wanted: string): boolean => {
  if (have === undefined || have === null) return false
  const text = typeof have === 'object' ? JSON.stringify(have) : String(have)
  const [first = '', ...others] = wanted.trim().split(/\s+/)
  const rest = others.join(' ')
  if (first === '<or>') return wordsAfter('<or>', wanted).includes(text)
  if (first === '<in>') return text.includes(rest)
  if (first === '<range-in>') return isIn(Number(text), rest)
  if (first === '<all-in>') return wordsAfter('<all-in>', wanted).every((word) => containsAll(have, word))
  const compareText = own(textual, first)
  if (compareText !== undefined && rest !== '') return compareText(text, rest)
  const compareNumbers = own(numeric, first)
  if (compareNumbers !== undefined && rest !== '') {
    const [had, asked] = [Number(text), Number(rest)]
    // What is no number compares with none: it is not even different.
    return !Number.isNaN(had) && !Number.isNaN(asked) && compareNumbers(had, asked)
  }
  return text === wanted
}

const containsAll = (have: unknown, words: string): boolean =>
  words
    .split(/\s+/)
    .every((word) => (Array.isArray(have) ? have.includes(word) : String(have).includes(word)))
