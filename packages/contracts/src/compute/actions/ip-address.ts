import { Type } from 'typebox'

/** An address of either version. */
export const IpAddress = Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])
