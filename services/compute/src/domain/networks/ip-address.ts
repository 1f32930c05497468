import ipaddr from 'ipaddr.js'

/** An address in the canonical form of RFC 5952; empty stays empty. */
export const canonicalAddress = (text: string): string => (text === '' ? '' : ipaddr.parse(text).toString())
