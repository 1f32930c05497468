import type { Metadata } from './metadata.ts'

const prefix = /^x-(account|container|object)-sysmeta-/

/** Whether a header is system metadata, which clients neither set nor see. */
export const isSystemMetadata = (name: string): boolean => prefix.test(name)

const filtered = (headers: Metadata, isWanted: (name: string) => boolean): Metadata =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isWanted(name)))

export const systemMetadata = (headers: Metadata): Metadata => filtered(headers, isSystemMetadata)

/** The headers without system metadata. Returns the same object if there is nothing to remove, the usual case. */
export const withoutSystemMetadata = (headers: Metadata): Metadata =>
  Object.keys(headers).some(isSystemMetadata) ? filtered(headers, (name) => !isSystemMetadata(name)) : headers
