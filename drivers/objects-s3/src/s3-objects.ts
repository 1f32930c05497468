import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import { type S3BucketOptions, s3Bucket } from '@nimbo/s3-bucket/s3-bucket'

const idPattern = /^[0-9a-f-]{32,36}$/

/**
 * Stores the bytes of objects in a bucket of an S3-compatible storage that replicates them itself, such as Ceph's gateway. A
 * write succeeds only when the storage has confirmed all of its bytes. Names and listings of objects are not kept there.
 */
export const s3Objects = (options: S3BucketOptions): ObjectBytes => {
  const bucket = s3Bucket(options)
  const keyOf = (id: string): string => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an object's bytes`)
    return id
  }
  return {
    write: async (id, data) => bucket.write(keyOf(id), data),
    read: async (id, range) => bucket.read(keyOf(id), range),
    remove: async (id) => bucket.remove(keyOf(id)),
  }
}
