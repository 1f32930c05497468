import { isFault } from '@nimbo/kernel/errors'
import { Type } from 'typebox'
import type { SwiftApp } from '../../../app/app.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { removeS3Object } from '../object/delete-s3-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { s3Fault } from '../s3-fault.ts'
import type { S3Handler } from '../s3-request.ts'
import { requireDocument, xmlReply } from '../xml.ts'

const Delete = Type.Object({
  Quiet: Type.Optional(Type.String()),
  Object: Type.Array(
    Type.Object({ Key: Type.String({ minLength: 1 }), VersionId: Type.Optional(Type.String()) }),
  ),
})

/** Deletes several objects. Failures are reported in the response and do not stop the rest. */
export const deleteObjects = (app: SwiftApp): S3Handler => {
  const remove = removeS3Object(app)
  return async (request) => {
    const { max_multi_delete_objects: most } = app.config['filter:s3api']
    const asked = await requireDocument(request, 'Delete', Delete)
    if (asked.Object.length > most) throw s3Errors.MalformedXML()
    // A missing bucket is one error rather than an error for each object.
    await requireBucket(app, request, 'list').catch((error: unknown) => {
      if (!isFault(error, 'Forbidden')) throw error
    })
    const deleted: object[] = []
    const failed: object[] = []
    for (const { Key, VersionId } of asked.Object) {
      const version = VersionId === undefined || VersionId === '' ? undefined : VersionId
      const named = { Key, ...(version === undefined ? {} : { VersionId: version }) }
      const query = new URLSearchParams(version === undefined ? {} : { versionId: version })
      const one = { ...request, key: Key, query }
      try {
        const { marker } = await remove(one)
        const told = marker === undefined ? {} : { DeleteMarker: true, DeleteMarkerVersionId: marker }
        deleted.push({ ...named, ...told })
      } catch (error) {
        const fault = await s3Fault(app, one, error)
        if (!isFault(fault)) throw fault
        failed.push({ ...named, Code: fault.code, Message: fault.message })
      }
    }
    const isQuiet = asked.Quiet?.trim().toLowerCase() === 'true'
    return xmlReply('DeleteResult', { Deleted: isQuiet ? [] : deleted, Error: failed })
  }
}
