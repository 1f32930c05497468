import { randomInt } from 'node:crypto'

const letters = { lowercase: 'abcdefghijklmnopqrstuvwxyz', uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' }
const digits = '0123456789'

const classes = {
  ...letters,
  letters: letters.lowercase + letters.uppercase,
  digits,
  lettersdigits: letters.lowercase + letters.uppercase + digits,
  hexdigits: `${digits}ABCDEF`,
  octdigits: digits.slice(0, 8),
} as const

export type CharacterClass = keyof typeof classes

interface Wish {
  readonly size: number
  readonly classes: readonly { readonly class: CharacterClass; readonly min: number }[]
  readonly sequences: readonly { readonly sequence: string; readonly min: number }[]
}

const oneOf = (pool: readonly string[]): string => pool[randomInt(pool.length)] ?? ''

const shuffled = (parts: readonly string[]): string => {
  const rest = [...parts]
  let text = ''
  while (rest.length > 0) text += rest.splice(randomInt(rest.length), 1).join('')
  return text
}

/** Generates a text with the minimum number of each class and sequence, filled up with any of them. */
export const randomText = ({ size, classes: given, sequences }: Wish): string => {
  const pools = given.map((one) => ({ pool: [...classes[one.class]], min: one.min }))
  const parts = [
    ...pools.flatMap(({ pool, min }) => Array.from({ length: min }, () => oneOf(pool))),
    ...sequences.flatMap(({ sequence, min }) => Array.from({ length: min }, () => sequence)),
  ]
  const all = [...pools.flatMap(({ pool }) => pool), ...sequences.map(({ sequence }) => sequence)]
  while (parts.join('').length < size && all.length > 0) parts.push(oneOf(all))
  return shuffled(parts).slice(0, size)
}
