import { randomInt } from 'node:crypto'

/** Characters that people don't mistake for one another, in the kinds of which each password has one. */
const kinds = ['23456789', 'ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz'] as const
const all = kinds.join('')

const pick = (from: string): string => from.charAt(randomInt(from.length))

/** A random password of `length` characters, at least one of each kind. */
export const newPassword = (length: number): string => {
  const characters = [...kinds.map(pick), ...Array.from({ length: length - kinds.length }, () => pick(all))]
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const [one = '', two = ''] = [characters[last], characters[other]]
    characters[last] = two
    characters[other] = one
  }
  return characters.join('')
}

const idCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Joins the servers of one request: `r-` and eight characters. */
export const newReservationId = (): string =>
  `r-${Array.from({ length: 8 }, () => pick(idCharacters)).join('')}`
