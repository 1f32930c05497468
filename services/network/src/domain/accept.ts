import { isUuid } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import { type Accept, type Accepted, accepted, refused } from './attribute.ts'
import { canonicalAddress, formatCidr, isAddress, parseCidr, versionOf } from './ip.ts'

/** A value as Python prints it, for sentences clients know. */
const literal = (value: unknown): string => {
  if (typeof value === 'string') return `'${value}'`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

export const text =
  (maxLength = 255): Accept =>
  (value) => {
    if (typeof value !== 'string') return refused(`${literal(value)} is not a valid string`)
    if (value.length > maxLength) return refused(`'${value}' exceeds maximum length of ${maxLength}`)
    return accepted(value)
  }

const truths: readonly unknown[] = [true, 1, '1', 'true']
const falsehoods: readonly unknown[] = [false, 0, '0', 'false']

export const boolean: Accept = (value) => {
  const plain = typeof value === 'string' ? value.toLowerCase() : value
  if (truths.includes(plain)) return accepted(true)
  if (falsehoods.includes(plain)) return accepted(false)
  return refused(`${literal(value)} cannot be converted to boolean`)
}

export const integer =
  (min: number, max: number): Accept =>
  (value) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number))
      return refused(`${literal(value)} is not an integer`)
    if (number < min) return refused(`'${number}' is too small - must be at least '${min}'`)
    if (number > max) return refused(`'${number}' is too large - must be no larger than '${max}'`)
    return accepted(number)
  }

export const oneOf =
  (...values: readonly Json[]): Accept =>
  (value) =>
    values.includes(value as Json)
      ? accepted(value as Json)
      : refused(`${literal(value)} is not in [${values.map(literal).join(', ')}]`)

export const orNull =
  (accept: Accept): Accept =>
  (value) =>
    value === null ? accepted(null) : accept(value)

export const uuid: Accept = (value) =>
  typeof value === 'string' && isUuid(value)
    ? accepted(value)
    : refused(`${literal(value)} is not a valid UUID`)

export const ipAddress: Accept = (value) =>
  typeof value === 'string' && isAddress(value)
    ? accepted(canonicalAddress(value))
    : refused(`${literal(value)} is not a valid IP address`)

export const cidr: Accept = (value) =>
  typeof value === 'string' && value.includes('/') && parseCidr(value)
    ? accepted(value)
    : refused(`${literal(value)} is not a valid IP subnet`)

/** An address or a network; an address alone is kept as one. */
export const addressOrCidr: Accept = (value) =>
  typeof value === 'string' && value.includes('/') ? cidr(value) : ipAddress(value)

/** A network, in its canonical form; an address becomes the network of itself alone. */
export const ipPrefix: Accept = (value) => {
  if (typeof value !== 'string') return cidr(value)
  const text =
    value.includes('/') || !isAddress(value) ? value : `${value}/${versionOf(value) === 4 ? 32 : 128}`
  const parsed = parseCidr(text)
  return parsed ? accepted(formatCidr(parsed)) : refused(`${literal(value)} is not a valid IP subnet`)
}

const macPattern = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/

export const macAddress: Accept = (value) => {
  const plain = typeof value === 'string' ? value.toLowerCase().replaceAll('-', ':') : ''
  // An odd first octet is a group address, which no interface can have.
  const usable = macPattern.test(plain) && (Number.parseInt(plain.slice(0, 2), 16) & 1) === 0
  return usable && plain !== '00:00:00:00:00:00'
    ? accepted(plain)
    : refused(`${literal(value)} is not a valid MAC address`)
}

/** A list without repeats, each item checked. */
export const listOf =
  (accept: Accept): Accept =>
  (value) => {
    if (!Array.isArray(value)) return refused(`${literal(value)} is not a list`)
    const items: Json[] = []
    for (const item of value) {
      const result = accept(item)
      if ('problem' in result) return result
      if (items.some((known) => JSON.stringify(known) === JSON.stringify(result.value)))
        return refused(`Duplicate items in the list: ${literal(item)}`)
      items.push(result.value)
    }
    return accepted(items)
  }

interface Member {
  readonly accept: Accept
  readonly required?: boolean
}

/** An object with these members and no others. */
export const objectOf =
  (members: Readonly<Record<string, Member>>): Accept =>
  (value): Accepted => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refused(`${literal(value)} is not a dictionary`)
    const given = value as Readonly<Record<string, unknown>>
    const unknown = Object.keys(given).filter((name) => !(name in members))
    if (unknown.length > 0) return refused(`Unexpected keys supplied: ${unknown.join(', ')}`)
    const result: Record<string, Json> = {}
    for (const [name, { accept, required }] of Object.entries(members)) {
      if (given[name] === undefined) {
        if (required) return refused(`Expected keys not found: '${name}'`)
        continue
      }
      const member = accept(given[name])
      if ('problem' in member) return member
      result[name] = member.value
    }
    return accepted(result)
  }

/** Any object, kept as it is. */
export const dictionary: Accept = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? accepted(value as Json)
    : refused(`${literal(value)} is not a dictionary`)
