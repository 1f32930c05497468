import type { SwiftApp } from '../../app/app.ts'
import { s3Errors } from '../../s3-errors.ts'
import { setBucketAcl, showBucketAcl } from './bucket/bucket-acl.ts'
import { removeBucketCors, setBucketCors, showBucketCors } from './bucket/bucket-cors.ts'
import { removeBucketLifecycle, setBucketLifecycle, showBucketLifecycle } from './bucket/bucket-lifecycle.ts'
import { removeBucketTags, setBucketTags, showBucketTags } from './bucket/bucket-tags.ts'
import { createBucket } from './bucket/create-bucket.ts'
import { deleteBucket } from './bucket/delete-bucket.ts'
import { deleteObjects } from './bucket/delete-objects.ts'
import { listBuckets } from './bucket/list-buckets.ts'
import { listBucketObjects } from './bucket/list-objects.ts'
import { listObjectVersions } from './bucket/list-versions.ts'
import { showBucket, showLocation, showLogging, showObjectLock } from './bucket/show-bucket.ts'
import { setVersioning, showVersioning } from './bucket/versioning.ts'
import { abortUpload } from './multipart/abort-upload.ts'
import { completeUpload } from './multipart/complete-upload.ts'
import { createUpload } from './multipart/create-upload.ts'
import { listParts } from './multipart/list-parts.ts'
import { listUploads } from './multipart/list-uploads.ts'
import { putPart } from './multipart/put-part.ts'
import { copyS3Object } from './object/copy-s3-object.ts'
import { deleteS3Object } from './object/delete-s3-object.ts'
import { getS3Object } from './object/get-s3-object.ts'
import { setObjectAcl, showObjectAcl } from './object/object-acl.ts'
import { removeTags, setTags, showTags } from './object/object-tags.ts'
import { putS3Object } from './object/put-s3-object.ts'
import type { S3Handler, S3Request } from './s3-request.ts'

/** An operation with the name that Amazon gives it. */
interface Served {
  readonly name: string
  readonly handle: S3Handler
}

type Operations = Readonly<Record<string, readonly [string, S3Handler]>>

/** Query parameters that name a subresource. Without an operation for it and the method, a request gets a 501, as in Swift's s3api. */
const unserved = [
  ...['accelerate', 'analytics', 'cors', 'encryption', 'inventory', 'legal-hold', 'lifecycle', 'metrics'],
  ...['notification', 'ownershipControls', 'policy', 'policyStatus', 'publicAccessBlock', 'replication'],
  ...['requestPayment', 'restore', 'retention', 'select', 'torrent', 'website', 'logging', 'location'],
  ...['object-lock', 'acl', 'tagging', 'versioning', 'versions', 'uploads', 'uploadId', 'delete'],
]

/** The operations of a level, keyed by method and by the query parameter that distinguishes them from the plain one. */
const operationsOf = (app: SwiftApp): Readonly<Record<'service' | 'bucket' | 'object', Operations>> => ({
  service: { 'GET ': ['ListBuckets', listBuckets(app)] },
  bucket: {
    'GET ': ['ListObjects', listBucketObjects(app)],
    'HEAD ': ['HeadBucket', showBucket(app)],
    'PUT ': ['CreateBucket', createBucket(app)],
    'DELETE ': ['DeleteBucket', deleteBucket(app)],
    'GET location': ['GetBucketLocation', showLocation(app)],
    'GET logging': ['GetBucketLogging', showLogging(app)],
    'GET object-lock': ['GetObjectLockConfiguration', showObjectLock(app)],
    'GET acl': ['GetBucketAcl', showBucketAcl(app)],
    'PUT acl': ['PutBucketAcl', setBucketAcl(app)],
    'GET tagging': ['GetBucketTagging', showBucketTags(app)],
    'PUT tagging': ['PutBucketTagging', setBucketTags(app)],
    'DELETE tagging': ['DeleteBucketTagging', removeBucketTags(app)],
    'GET cors': ['GetBucketCors', showBucketCors(app)],
    'PUT cors': ['PutBucketCors', setBucketCors(app)],
    'DELETE cors': ['DeleteBucketCors', removeBucketCors(app)],
    'GET lifecycle': ['GetBucketLifecycleConfiguration', showBucketLifecycle(app)],
    'PUT lifecycle': ['PutBucketLifecycleConfiguration', setBucketLifecycle(app)],
    'DELETE lifecycle': ['DeleteBucketLifecycle', removeBucketLifecycle(app)],
    'GET versioning': ['GetBucketVersioning', showVersioning(app)],
    'PUT versioning': ['PutBucketVersioning', setVersioning(app)],
    'GET versions': ['ListObjectVersions', listObjectVersions(app)],
    'GET uploads': ['ListMultipartUploads', listUploads(app)],
    'POST delete': ['DeleteObjects', deleteObjects(app)],
  },
  object: {
    'GET ': ['GetObject', getS3Object(app)],
    'HEAD ': ['HeadObject', getS3Object(app)],
    'PUT ': ['PutObject', putS3Object(app)],
    'DELETE ': ['DeleteObject', deleteS3Object(app)],
    'GET acl': ['GetObjectAcl', showObjectAcl(app)],
    'PUT acl': ['PutObjectAcl', setObjectAcl(app)],
    'GET tagging': ['GetObjectTagging', showTags(app)],
    'PUT tagging': ['PutObjectTagging', setTags(app)],
    'DELETE tagging': ['DeleteObjectTagging', removeTags(app)],
    'POST uploads': ['CreateMultipartUpload', createUpload(app)],
    'PUT uploadId': ['UploadPart', putPart(app)],
    'GET uploadId': ['ListParts', listParts(app)],
    'POST uploadId': ['CompleteMultipartUpload', completeUpload(app)],
    'DELETE uploadId': ['AbortMultipartUpload', abortUpload(app)],
  },
})

const levelOf = ({ bucket, key }: S3Request): 'service' | 'bucket' | 'object' => {
  if (bucket === undefined) return 'service'
  return key === undefined ? 'bucket' : 'object'
}

/** Finds the operation of a request. */
export const s3Dispatcher = (app: SwiftApp): ((request: S3Request) => Served) => {
  const operations = operationsOf(app)
  const copy = copyS3Object(app)
  return (request) => {
    const level = levelOf(request)
    const { method, query, headers } = request
    const word = unserved.find((one) => query.has(one)) ?? ''
    const found = operations[level][`${method} ${word}`]
    if (!found) {
      const isKnown = Object.keys(operations[level]).some((one) => one.startsWith(`${method} `))
      throw word === '' && !isKnown ? s3Errors.MethodNotAllowed() : s3Errors.NotImplemented()
    }
    const [name, handle] = found
    if (name === 'PutObject' && headers['x-amz-copy-source'] !== undefined)
      return { name: 'CopyObject', handle: copy }
    return { name, handle }
  }
}
