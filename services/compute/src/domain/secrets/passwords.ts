import { randomInt } from 'node:crypto'

/** Character classes without look-alikes; each password has at least one character of each. */
const kinds = ['23456789', 'ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz'] as const
const all = kinds.join('')

const pick = (from: string): string => from.charAt(randomInt(from.length))

/** A random password of `length` characters. */
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

/** A reservation id, shared by the servers of one request: `r-` and eight characters. */
export const newReservationId = (): string =>
  `r-${Array.from({ length: 8 }, () => pick(idCharacters)).join('')}`
