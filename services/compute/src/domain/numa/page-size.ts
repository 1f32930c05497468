import type { GuestCell } from '@nimbo/contracts/compute-rpc/numa'
import { type Asked, askedOf, asksForTrue, refused } from './asked.ts'

const kib = { '': 1, B: 1 / 1024, K: 1, M: 1024, G: 1024 ** 2, T: 1024 ** 3 } as const
const words = ['small', 'large', 'any'] as const
const isUnit = (letter: string): letter is keyof typeof kib => letter in kib

/** Parses a page size into KiB; a number without a unit is in KiB. Undefined for any other text. */
export const readPageSize = (asked: string): number | undefined => {
  const [, amount, unit = ''] = /^([0-9]+)\s*([KMGT])?(?:i?B|ib?|b)?$/i.exec(asked) ?? []
  const letter = unit.toUpperCase()
  if (amount === undefined || !isUnit(letter)) return undefined
  const size = Number(amount) * kib[letter]
  return Number.isInteger(size) && size > 0 ? size : undefined
}

/** The page size of the guest's memory; an image may only choose where the flavor says `any` or `large`. */
export const pageSize = (asked: Asked): GuestCell['pageSize'] => {
  const { ofFlavor, ofImage } = askedOf(asked, 'mem_page_size')
  const forbidden = (against: string) => refused(`Page size ${ofImage} forbidden against '${against}'`)
  const read = (text: string) => {
    const size = words.find((word) => word === text) ?? readPageSize(text)
    if (size === undefined) throw refused(`Invalid memory page size '${text}'`)
    return size
  }
  if (ofFlavor === undefined) {
    if (ofImage !== undefined) throw forbidden('<empty>')
    return undefined
  }
  const size = read(ofFlavor)
  if (ofImage === undefined) return size
  if (size !== 'any' && size !== 'large') throw forbidden(ofFlavor)
  return read(ofImage)
}

/** Whether the guest's memory must stay in the host's memory. */
export const locksMemory = (asked: Asked): boolean => {
  const { ofFlavor, ofImage } = askedOf(asked, 'locked_memory')
  const [flavor, image] = [ofFlavor, ofImage].map((value) =>
    value === undefined ? undefined : asksForTrue(value),
  )
  if (flavor !== undefined && image !== undefined && flavor !== image)
    throw refused(
      `locked_memory value in image (${image ? 'True' : 'False'}) and flavor (${flavor ? 'True' : 'False'}) conflict. A consistent value is expected if both specified.`,
    )
  const locked = flavor ?? image ?? false
  const sized = askedOf(asked, 'mem_page_size')
  if (locked && sized.ofFlavor === undefined && sized.ofImage === undefined)
    throw refused('locked_memory value in image or flavor is forbidden when mem_page_size is not set.')
  return locked
}
