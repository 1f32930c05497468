import { pciErrors } from './pci-errors.ts'

/** Tells whether an address like `0000:81:00.0` matches. */
export type AddressMatcher = (address: string) => boolean

/** The forms of `address` in `[pci] device_spec`. */
export type AddressSpec =
  | string
  | {
      readonly domain?: string
      readonly bus?: string
      readonly slot?: string
      readonly function?: string
    }

const parts = ['domain', 'bus', 'slot', 'function'] as const
type Part = (typeof parts)[number]

/** The largest value of each part. */
const largest: Readonly<Record<Part, number>> = { domain: 0xffff, bus: 0xff, slot: 0x1f, function: 0x7 }
const digits: Readonly<Record<Part, number>> = { domain: 4, bus: 2, slot: 2, function: 1 }

/** The parts of a full address; undefined for any other text. */
const partsOf = (address: string): Readonly<Record<Part, string>> | undefined => {
  const found = /^([0-9a-f]{4}):([0-9a-f]{2}):([0-9a-f]{2})\.([0-7])$/i.exec(address)
  if (found === null) return undefined
  const [, domain = '', bus = '', slot = '', fn = ''] = found
  return { domain, bus, slot, function: fn }
}

const requireWithin = (part: Part, text: string): void => {
  const value = Number.parseInt(text, 16)
  if (!/^[0-9a-f]+$/i.test(text) || text.length > digits[part] || value > largest[part])
    throw pciErrors.PciConfigInvalidSpec({
      reason: `property ${part} ('${text}') is not a hexadecimal number up to ${largest[part].toString(16).toUpperCase()}`,
    })
}

const anything = '*'

/** `*:0a:00.*`: the function, and parts from the left, may be left out with their separators and then match any value. */
const globParts = (text: string): Readonly<Record<Part, string>> => {
  const [before = '', fn = anything, tooMany] = text.split('.')
  const words = before.split(':')
  if (tooMany !== undefined || words.length > 3)
    throw pciErrors.PciDeviceWrongAddressFormat({ address: text })
  const slot = words.pop() || anything
  const bus = words.pop() || anything
  return { domain: words.pop() || anything, bus, slot, function: fn || anything }
}

const fromGlob = (text: string): AddressMatcher => {
  const wanted = globParts(text)
  for (const part of parts) if (wanted[part] !== anything) requireWithin(part, wanted[part])
  return (address) => {
    const given = partsOf(address)
    return (
      given !== undefined &&
      parts.every(
        (part) =>
          wanted[part] === anything || Number.parseInt(wanted[part], 16) === Number.parseInt(given[part], 16),
      )
    )
  }
}

const fromExpressions = (spec: Exclude<AddressSpec, string>): AddressMatcher => {
  const expressions = parts.map((part) => {
    const text = spec[part] ?? '.*'
    try {
      // As in Nova, an expression matches from the start of the part.
      return [part, new RegExp(`^(?:${text})`, 'i')] as const
    } catch {
      throw pciErrors.PciConfigInvalidSpec({
        reason: `address has an invalid regular expression for ${part}: ${text}`,
      })
    }
  })
  return (address) => {
    const given = partsOf(address)
    return given !== undefined && expressions.every(([part, expression]) => expression.test(given[part]))
  }
}

/** Reads an address of `[pci] device_spec`: with `*` for any part, or an object of regular expressions. */
export const addressMatcher = (spec: AddressSpec): AddressMatcher =>
  typeof spec === 'string' ? fromGlob(spec) : fromExpressions(spec)
