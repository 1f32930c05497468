import { isForSegments } from '../../../domain/s3/system-metadata.ts'
import type { SwiftApp } from '../../../app/app.ts'
import { requireAccount } from '../../require.ts'
import { asObjectRequest, type S3Handler } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { xmlReply } from '../xml.ts'

export const listBuckets =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const account = await requireAccount(app, asObjectRequest(request))
    const limit = app.config['swift-constraints'].account_listing_limit
    const order = { prefix: request.query.get('prefix') ?? '', delimiter: '', marker: '', endMarker: '' }
    const listed = await app.listContainers(account.name, { ...order, reverse: false, limit })
    const buckets = listed.flatMap((one) =>
      one.kind === 'subdir' || isForSegments(one.row.name)
        ? []
        : [{ Name: one.row.name, CreationDate: isoOf(one.row.createdAt) }],
    )
    const { id: ID, name: DisplayName } = request.owner
    return xmlReply('ListAllMyBucketsResult', { Owner: { ID, DisplayName }, Buckets: { Bucket: buckets } })
  }
