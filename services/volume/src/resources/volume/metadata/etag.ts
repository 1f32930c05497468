import { createHash } from 'node:crypto'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { errors } from '../../../errors.ts'

type Texts = Readonly<Record<string, string>>

const since = microversion('3.15')

/** The ETag of a volume's metadata. */
const etagOf = (metadata: Texts): string =>
  createHash('md5')
    .update(JSON.stringify(Object.entries(metadata).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')

export const etagHeader = (version: Microversion, metadata: Texts): Readonly<Record<string, string>> =>
  version < since ? {} : { etag: `"${etagOf(metadata)}"` }

/** Throws if `If-Match` does not contain the ETag of the current metadata. */
export const requireSeen = (version: Microversion, ifMatch: string | undefined, metadata: Texts): void => {
  if (version < since || ifMatch === undefined || ifMatch.trim() === '*') return
  const seen = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
  if (!seen.includes(etagOf(metadata))) throw errors.MetadataChanged()
}
