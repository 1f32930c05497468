import { createHash } from 'node:crypto'

/** Eight characters that tell what is of one cloud from what is of another on the same host. */
export const ownerOf = ({ cloud }: { readonly cloud: string }): string =>
  createHash('sha256').update(cloud).digest('hex').slice(0, 8)
