import type { SwiftApp } from '../../../app/app.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { requireObject } from '../../content/find-object.ts'
import { aclReply } from '../acl-reply.ts'
import { isPublic } from '../bucket/canned-acl.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler } from '../s3-request.ts'

/** An object has the ACL of its bucket. */
export const showObjectAcl =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { metadata } = await requireBucket(app, request, 'own')
    await requireObject(app, asObjectRequest(request))
    return aclReply(request, isPublic(metadata))
  }

/** Objects have no ACLs of their own. */
export const setObjectAcl =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'own')
    throw s3Errors.NotImplemented()
  }
