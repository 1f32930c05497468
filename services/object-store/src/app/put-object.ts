import type { Container } from '../db/containers.ts'
import type { StoredObject } from '../db/objects.ts'
import { timestampAfter } from '../domain/timestamps.ts'
import { errors } from '../errors.ts'
import type { SwiftApp } from './app.ts'
import { dropBlobs } from './drop-blob.ts'
import type { HeldBlob } from './hold-blob.ts'
import { keepsVersions, retire } from './retire.ts'
import { noteChange } from './sync/note-change.ts'

export type NewObject = Omit<StoredObject, 'containerId' | 'timestamp' | 'blob' | 'versionId'> & {
  /** When it was put, where that is not now. */
  readonly asOf?: string | undefined
}

/**
 * Makes bytes that were taken in the object of that name, in place of the one before: at every instant there is the one
 * or the other, whole, and the figures of the container agree with it.
 */
export const putObject = async (
  app: SwiftApp,
  container: Container,
  { asOf, ...object }: NewObject,
  blob: HeldBlob | undefined,
): Promise<StoredObject> => {
  try {
    const { stored, unwanted } = await app.unit(async (records) => {
      // This takes the container too, so that whoever changes its objects does so one after the other.
      if (!(await records.containers.count(container.id, { objects: 1, bytes: object.size })))
        throw errors.NotFound()
      if (blob && !(await records.blobsInDoubt.settle(blob.id))) throw errors.UploadLost()
      const before = await records.objects.remove(container.id, object.name)
      const unwanted = before ? await retire(records, container, before) : null
      if (asOf !== undefined && before && before.timestamp >= asOf) throw errors.Conflict({ reason: '' })
      const timestamp = asOf ?? timestampAfter(before?.timestamp, app.clock)
      const stored: StoredObject = {
        ...object,
        ...{ containerId: container.id, timestamp, blob: blob?.id ?? null },
        versionId: keepsVersions(container) ? timestamp : null,
      }
      await records.objects.insert(stored)
      await noteChange(records, container, { name: object.name, timestamp, isDeleted: false })
      return { stored, unwanted }
    })
    await dropBlobs(app, [unwanted])
    return stored
  } finally {
    // If the unit of work failed, even by a commit of which nobody knows, the bytes are in doubt or an object's: time tells.
    blob?.release()
  }
}
