import ipaddr from 'ipaddr.js'

export type IpVersion = 4 | 6

/** A network: prefix length, and first and last address as numbers. */
export interface Cidr {
  readonly version: IpVersion
  readonly prefixLength: number
  readonly first: bigint
  readonly last: bigint
}

const bitsOf = (version: IpVersion): number => (version === 4 ? 32 : 128)

export const isAddress = (address: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)

const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 => ipaddr.parse(address)

/** The IP version of a valid address. */
export const versionOf = (address: string): IpVersion => (address.includes(':') ? 6 : 4)

/** The number of a valid address. */
export const numberOf = (address: string): bigint =>
  versionOf(address) === 4
    ? BigInt(address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0))
    : parse(address)
        .toByteArray()
        .reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)

/** The canonical text of an address (RFC 5952 for IPv6). */
export const addressOf = (number: bigint, version: IpVersion): string => {
  const length = bitsOf(version) / 8
  const bytes = Array.from({ length }, (_, index) =>
    Number((number >> BigInt(8 * (length - 1 - index))) & 255n),
  )
  return version === 4 ? bytes.join('.') : new ipaddr.IPv6(bytes).toRFC5952String()
}

export const canonicalAddress = (address: string): string => {
  const parsed = parse(address)
  return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).toRFC5952String() : parsed.toString()
}

/** Parses `10.0.0.0/24`, clearing host bits; undefined for invalid text. */
export const parseCidr = (text: string): Cidr | undefined => {
  const [address = '', length = ''] = text.split('/')
  if (!isAddress(address) || !/^\d{1,3}$/.test(length)) return undefined
  const version = versionOf(address)
  const bits = bitsOf(version)
  const prefixLength = Number(length)
  if (prefixLength > bits) return undefined
  const size = 1n << BigInt(bits - prefixLength)
  const first = (numberOf(address) / size) * size
  return { version, prefixLength, first, last: first + size - 1n }
}

/** Parses a valid CIDR. Throws otherwise. */
export const cidrOf = (text: string): Cidr => {
  const parsed = parseCidr(text)
  if (!parsed) throw new RangeError(`${text} is not a network`)
  return parsed
}

export const formatCidr = ({ first, prefixLength, version }: Cidr): string =>
  `${addressOf(first, version)}/${prefixLength}`

/** The address that this text names alone, as an address or as a network of one (`10.0.0.5/32`); undefined for a larger network. */
export const soleAddress = (text: string): string | undefined => {
  if (!text.includes('/')) return canonicalAddress(text)
  const { first, last, version } = cidrOf(text)
  return first === last ? addressOf(first, version) : undefined
}

export const overlap = (one: Cidr, other: Cidr): boolean =>
  one.version === other.version && one.first <= other.last && other.first <= one.last

export const contains = (cidr: Cidr, address: string): boolean => {
  if (versionOf(address) !== cidr.version) return false
  const number = numberOf(address)
  return cidr.first <= number && number <= cidr.last
}

/** The first and last usable address: without network and broadcast address in IPv4. */
export const usableRange = (cidr: Cidr): { readonly first: bigint; readonly last: bigint } => {
  const free = bitsOf(cidr.version) - cidr.prefixLength
  if (free <= 1) return { first: cidr.first, last: cidr.last }
  return { first: cidr.first + 1n, last: cidr.version === 4 ? cidr.last - 1n : cidr.last }
}

/** By version and first address, larger networks first. */
const byPlace = (one: Cidr, other: Cidr): number => {
  if (one.version !== other.version) return one.version - other.version
  if (one.first !== other.first) return one.first < other.first ? -1 : 1
  return one.prefixLength - other.prefixLength
}

/** Removes networks that are contained in others, in canonical form. */
export const outermost = (networks: readonly string[]): string[] => {
  const kept: Cidr[] = []
  // Networks never overlap in part: each lies within the last one kept or behind it.
  for (const cidr of networks.map(cidrOf).sort(byPlace)) {
    const last = kept.at(-1)
    if (!last || !overlap(last, cidr)) kept.push(cidr)
  }
  return kept.map(formatCidr)
}
