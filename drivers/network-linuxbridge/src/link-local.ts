/** The link-local address that an interface with this MAC address assigns to itself (RFC 4291, modified EUI-64). */
export const linkLocalAddress = (mac: string): string => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split(':').map((octet) => Number.parseInt(octet, 16))
  const group = (high: number, low: number) => ((high << 8) | low).toString(16)
  return `fe80::${group(a ^ 2, b)}:${group(c, 0xff)}:${group(0xfe, d)}:${group(e, f)}`
}
