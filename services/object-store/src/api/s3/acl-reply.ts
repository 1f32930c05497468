import type { HttpResponse } from '@nimbo/http/message'
import type { S3Request } from './s3-request.ts'
import { xmlReply } from './xml.ts'

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'

const toEverybody = (Permission: string) => ({
  Grantee: {
    ...{ '@xmlns:xsi': xsi, '@xsi:type': 'Group' },
    URI: 'http://acs.amazonaws.com/groups/global/AllUsers',
  },
  Permission,
})

/** The ACL of a bucket, which also applies to its objects, as grants. */
export const aclReply = (
  { owner: { id: ID, name: DisplayName } }: S3Request,
  { read, write }: { readonly read: boolean; readonly write: boolean },
): HttpResponse =>
  xmlReply('AccessControlPolicy', {
    Owner: { ID, DisplayName },
    AccessControlList: {
      Grant: [
        {
          Grantee: { '@xmlns:xsi': xsi, '@xsi:type': 'CanonicalUser', ID, DisplayName },
          Permission: 'FULL_CONTROL',
        },
        ...(read ? [toEverybody('READ')] : []),
        ...(write ? [toEverybody('WRITE')] : []),
      ],
    },
  })
