import { createHash } from 'node:crypto'

/**
 * Eight characters, a hash of the state directory, that distinguish this cloud's devices from another cloud's on the
 * same host.
 */
export const ownerOf = ({ cloud }: { readonly cloud: string }): string =>
  createHash('sha256').update(cloud).digest('hex').slice(0, 8)
