import type { Headers } from '@nimbo/http/message'
import { s3Errors } from '../../../s3-errors.ts'

/**
 * Container ACLs of public buckets. Everyone may read and list, but only authenticated users may write: Swift's write ACLs cannot
 * admit anonymous users.
 */
const publicRead = '.r:*,.rlistings'
const publicWrite = '*:*'

/** The container's ACL headers for a canned ACL. */
export const listsOfCannedAcl = (acl: string): Headers => {
  switch (acl) {
    case 'private':
      return { 'x-container-read': '', 'x-container-write': '' }
    case 'public-read':
      return { 'x-container-read': publicRead, 'x-container-write': '' }
    case 'public-read-write':
      return { 'x-container-read': publicRead, 'x-container-write': publicWrite }
    case 'authenticated-read':
    case 'aws-exec-read':
    case 'bucket-owner-read':
    case 'bucket-owner-full-control':
    case 'log-delivery-write':
      throw s3Errors.NotImplemented()
    default:
      throw s3Errors.InvalidArgument({ reason: `Invalid canned ACL: ${acl}` })
  }
}

const entriesOf = (list: string | undefined): readonly string[] => (list ?? '').split(',')

export const isPublic = (metadata: Headers) => ({
  read: entriesOf(metadata['x-container-read']).includes('.r:*'),
  write: entriesOf(metadata['x-container-write']).includes(publicWrite),
})
