import { Type } from 'typebox'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { changeContainer } from '../../container/change-container.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler } from '../s3-request.ts'
import { requireDocument, xmlReply } from '../xml.ts'

const Configuration = Type.Object({
  Status: Type.Union([Type.Literal('Enabled'), Type.Literal('Suspended')]),
  MfaDelete: Type.Optional(Type.String()),
})

const status: Readonly<Record<string, string>> = { True: 'Enabled', False: 'Suspended' }

export const showVersioning =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { metadata } = await requireBucket(app, request, 'own')
    const Status = status[metadata['x-versions-enabled'] ?? '']
    return xmlReply('VersioningConfiguration', Status === undefined ? {} : { Status })
  }

export const setVersioning = (app: SwiftApp): S3Handler => {
  const change = changeContainer(app)
  return async (request) => {
    await requireBucket(app, request, 'own')
    const { Status, MfaDelete } = await requireDocument(request, 'VersioningConfiguration', Configuration)
    if (MfaDelete !== undefined) throw s3Errors.NotImplemented()
    const headers = { 'x-versions-enabled': String(Status === 'Enabled') }
    await change(asObjectRequest(request, { method: 'POST', headers }))
    return bytes(200, '', {})
  }
}
