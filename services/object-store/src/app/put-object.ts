import type { Container } from '../db/containers.ts'
import type { StoredObject } from '../db/objects.ts'
import { countedBytes } from '../domain/counted-bytes.ts'
import { isExpired } from '../domain/is-expired.ts'
import { timestampAfter } from '../domain/timestamps.ts'
import { errors } from '../errors.ts'
import type { SwiftApp } from './app.ts'
import { dropBlobs } from './drop-blob.ts'
import type { HeldBlob } from './hold-blob.ts'
import { doubtUploads } from './multipart/doubt-uploads.ts'
import { dropParts } from './multipart/drop-parts.ts'
import { keepsVersions, replaceUnversioned, retire } from './retire.ts'
import { noteChange } from './sync/note-change.ts'

export type NewObject = Omit<StoredObject, 'containerId' | 'timestamp' | 'blob' | 'versionId'> & {
  /** The time of the change, if it is not the current time. */
  readonly asOf?: string | undefined
  /** Whether it must not replace an object. */
  readonly mustBeNew?: boolean
  /** Whether multipart objects that it destroys lose their parts too. */
  readonly endsUploads?: boolean | undefined
}

/**
 * Creates an object from uploaded bytes, replacing the existing one of that name. In one transaction, so that at any time there
 * is either the old or the new object, and the container's counters match. Throws PreconditionFailed when it must be new and there
 * is an object of that name, whenever that was put.
 */
export const putObject = async (
  app: SwiftApp,
  container: Container,
  { asOf, mustBeNew = false, endsUploads = false, ...object }: NewObject,
  blob: HeldBlob | undefined,
): Promise<StoredObject> => {
  try {
    const { stored, destroyed } = await app.unit(async (records) => {
      // The update also locks the container row, which serializes changes of its objects.
      const added = { objects: 1, bytes: countedBytes(object) }
      if (!(await records.containers.count(container.id, added))) throw errors.NotFound()
      if (blob?.row) await records.smallBytes.add(blob.row.id, blob.row.bytes)
      else if (blob && !(await records.blobsInDoubt.settle(blob.id))) throw errors.UploadLost()
      const before = await records.objects.remove(container.id, object.name)
      if (mustBeNew && before && !isExpired(before, app.clock))
        throw errors.PreconditionFailed({ reason: '' })
      const destroyed = [
        before && (await retire(records, container, before)),
        await replaceUnversioned(records, container, object.name),
      ]
      if (asOf !== undefined && before && before.timestamp >= asOf) throw errors.Conflict({ reason: '' })
      const timestamp = asOf ?? timestampAfter(before?.timestamp, app.clock)
      const stored: StoredObject = {
        ...object,
        ...{ containerId: container.id, timestamp, blob: blob?.id ?? null },
        versionId: keepsVersions(container) ? timestamp : null,
      }
      await records.objects.insert(stored)
      await noteChange(records, container, { name: object.name, timestamp, isDeleted: false })
      if (endsUploads) await doubtUploads(records, container, destroyed)
      return { stored, destroyed }
    })
    await app.syncCommits()
    await dropBlobs(
      app,
      destroyed.map((object) => object?.blob ?? null),
    )
    if (endsUploads) await dropParts(app, container, destroyed)
    return stored
  } finally {
    // If the transaction failed, or the outcome of its commit is unknown, the bytes either belong to an object or are removed by
    // the clean-up task after the lease.
    blob?.release()
  }
}
