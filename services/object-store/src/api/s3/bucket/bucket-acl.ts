import { Type } from 'typebox'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { changeContainer } from '../../container/change-container.ts'
import { aclReply } from '../acl-reply.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'
import { requireDocument } from '../xml.ts'
import { isPublic, listsOfCannedAcl } from './canned-acl.ts'

const everybody = 'http://acs.amazonaws.com/groups/global/AllUsers'

const Policy = Type.Object({
  AccessControlList: Type.Object({
    Grant: Type.Optional(
      Type.Array(
        Type.Object({
          Grantee: Type.Object({ ID: Type.Optional(Type.String()), URI: Type.Optional(Type.String()) }),
          Permission: Type.String(),
        }),
      ),
    ),
  }),
})

export const showBucketAcl =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { metadata } = await requireBucket(app, request, 'own')
    return aclReply(request, isPublic(metadata))
  }

/**
 * The canned ACL that a list of grants corresponds to. Throws NotImplemented for grants to anyone other than the owner and
 * AllUsers.
 */
const cannedByGrants = async (request: S3Request): Promise<string> => {
  const { AccessControlList } = await requireDocument(request, 'AccessControlPolicy', Policy)
  const grants = AccessControlList.Grant ?? []
  const others = grants.filter(({ Grantee }) => Grantee.ID !== request.owner.id)
  if (others.some(({ Grantee }) => Grantee.URI !== everybody)) throw s3Errors.NotImplemented()
  const permissions = new Set(others.map(({ Permission }) => Permission))
  if (permissions.has('FULL_CONTROL') || permissions.has('WRITE')) return 'public-read-write'
  return permissions.has('READ') ? 'public-read' : 'private'
}

export const setBucketAcl = (app: SwiftApp): S3Handler => {
  const change = changeContainer(app)
  return async (request) => {
    await requireBucket(app, request, 'own')
    if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-grant-')))
      throw s3Errors.NotImplemented()
    const canned = request.headers['x-amz-acl'] ?? (await cannedByGrants(request))
    await change(asObjectRequest(request, { method: 'POST', headers: listsOfCannedAcl(canned) }))
    return bytes(200, '', {})
  }
}
