import type { SwiftApp } from '../../../app/app.ts'
import { partsThatCame } from '../../../app/multipart/parts.ts'
import { encodingOf } from '../encoding.ts'
import type { S3Handler } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { wholeNumber } from '../whole-number.ts'
import { xmlReply } from '../xml.ts'
import { requireUpload } from './upload.ts'

export const listParts =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const upload = await requireUpload(app, request)
    const { query, bucket, key = '', owner } = request
    const limit = wholeNumber(query, 'max-parts', app.config['filter:s3api'].max_parts_listing)
    const after = query.has('part-number-marker')
      ? wholeNumber(query, 'part-number-marker', Number.MAX_SAFE_INTEGER)
      : 0
    const rest = (await partsThatCame(app, upload.segments, upload.marker.name)).filter(
      ({ number }) => number > after,
    )
    const parts = rest.slice(0, limit)
    const who = { ID: owner.id, DisplayName: owner.name }
    return xmlReply('ListPartsResult', {
      ...{ Bucket: bucket, Key: encodingOf(query)(key), UploadId: upload.id, Initiator: who, Owner: who },
      ...{ StorageClass: 'STANDARD', PartNumberMarker: after },
      ...(parts.length === 0 ? {} : { NextPartNumberMarker: parts.at(-1)?.number }),
      ...{ MaxParts: limit, IsTruncated: rest.length > parts.length },
      Part: parts.map(({ number, object }) => ({
        ...{ PartNumber: number, LastModified: isoOf(object.timestamp) },
        ...{ ETag: `"${object.etag}"`, Size: object.size },
      })),
    })
  }
