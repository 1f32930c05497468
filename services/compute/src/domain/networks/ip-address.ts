import ipaddr from 'ipaddr.js'

/** An address in the one form of RFC 5952, however it was written; empty stays empty. */
export const canonicalAddress = (text: string): string => (text === '' ? '' : ipaddr.parse(text).toString())
