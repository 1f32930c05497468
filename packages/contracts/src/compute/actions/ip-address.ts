import { Type } from 'typebox'

/** An IPv4 or IPv6 address. */
export const IpAddress = Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])
