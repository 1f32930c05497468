import { canonicalAddress, formatCidr, isAddress, parseCidr, versionOf } from '@nimbo/ip/ip'
import { accepted, literal, refused, textType } from '@nimbo/resource/describe/value-type'

/** An IPv4 or IPv6 address in canonical form. */
export const ipAddress = textType((given) =>
  typeof given === 'string' && isAddress(given)
    ? accepted(canonicalAddress(given))
    : refused(`${literal(given)} is not a valid IP address`),
)

/** A CIDR as given, including host bits; subnet rules check them. */
export const cidr = textType((given) =>
  typeof given === 'string' && given.includes('/') && parseCidr(given)
    ? accepted(given)
    : refused(`${literal(given)} is not a valid IP subnet`),
)

/** An address or CIDR; an address alone is kept as such. */
export const addressOrCidr = textType((given) =>
  typeof given === 'string' && given.includes('/') ? cidr.accept(given) : ipAddress.accept(given),
)

/** Adds the full prefix length (/32 or /128) to an address without one. */
const withLength = (given: string): string =>
  given.includes('/') || !isAddress(given) ? given : `${given}/${versionOf(given) === 4 ? 32 : 128}`

/** A CIDR in canonical form; an address becomes a /32 or /128. */
export const ipPrefix = textType((given) => {
  if (typeof given !== 'string') return cidr.accept(given)
  const parsed = parseCidr(withLength(given))
  return parsed ? accepted(formatCidr(parsed)) : refused(`${literal(given)} is not a valid IP subnet`)
})

/** The same, but keeps the host bits. */
export const ipPrefixWithHost = textType((given) => {
  if (typeof given !== 'string') return cidr.accept(given)
  const [address = '', length] = withLength(given).split('/')
  return parseCidr(withLength(given))
    ? accepted(`${canonicalAddress(address)}/${length}`)
    : refused(`${literal(given)} is not a valid IP subnet`)
})

/** The address of a DNS server. */
export const nameserver = textType((given) =>
  typeof given === 'string' && isAddress(given)
    ? accepted(canonicalAddress(given))
    : refused(`${literal(given)} is not a valid nameserver. ${literal(given)} is not a valid IP address`),
)

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const dnsPattern = new RegExp(`^(${label}(\\.${label})*\\.?)?$`)
const longestName = 255

/** A DNS name or label in lower case, or empty. */
const dnsText = (what: string) =>
  textType((given) => {
    const plain = typeof given === 'string' ? given.toLowerCase() : undefined
    return plain !== undefined && plain.length <= longestName && dnsPattern.test(plain)
      ? accepted(plain)
      : refused(`${literal(given)} not a valid ${what}`)
  })

export const dnsName = dnsText('PQDN or FQDN')
export const dnsDomain = dnsText('FQDN')

const macPattern = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/

/** A MAC in lower case with colons. */
export const macAddress = textType((given) => {
  const plain = typeof given === 'string' ? given.toLowerCase().replaceAll('-', ':') : ''
  return macPattern.test(plain) && plain !== '00:00:00:00:00:00'
    ? accepted(plain)
    : refused(`${literal(given)} is not a valid MAC address`)
})
