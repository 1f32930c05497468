import { addressOf, cidrOf } from '@nimbo/ip/ip'

/** The address that an interface with this MAC derives for itself in a /64 by SLAAC (RFC 4291, modified EUI-64). */
export const eui64Address = (prefix: string, mac: string): string => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split(':').map((octet) => Number.parseInt(octet, 16))
  const identifier = [a ^ 2, b, c, 0xff, 0xfe, d, e, f]
  const low = identifier.reduce((number, octet) => (number << 8n) | BigInt(octet), 0n)
  return addressOf(cidrOf(prefix).first + low, 6)
}
