import type { Container } from '../../db/containers.ts'
import type { StoredObject } from '../../db/objects.ts'
import { kept } from '../../domain/s3/system-metadata.ts'
import type { SwiftRecords } from '../app.ts'
import type { UploadOf } from './parts.ts'

/** The multipart uploads that created objects of a container; other objects are left out. */
export const uploadsOf = (
  { account, name: bucket }: Pick<Container, 'account' | 'name'>,
  objects: readonly (StoredObject | undefined)[],
): readonly UploadOf[] =>
  objects.flatMap((object) => {
    const id = object?.headers[kept.upload]
    return object === undefined || id === undefined ? [] : [{ id, account, bucket, key: object.name }]
  })

/** Within the transaction that destroys objects: records the uploads whose parts must be removed too. */
export const doubtUploads = async (
  { uploadsInDoubt }: SwiftRecords,
  container: Pick<Container, 'account' | 'name'>,
  destroyed: readonly (StoredObject | undefined)[],
): Promise<void> => {
  for (const upload of uploadsOf(container, destroyed)) await uploadsInDoubt.add(upload)
}
