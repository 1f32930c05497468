import type { SwiftApp } from '../../../app/app.ts'
import { etagOf } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { encodingOf } from '../encoding.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { wholeNumber } from '../whole-number.ts'
import { xmlReply } from '../xml.ts'

/** Lists all versions of the objects of a bucket and their delete markers. */
export const listObjectVersions =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { id } = await requireBucket(app, request, 'list')
    const { query, bucket, owner } = request
    const encoded = encodingOf(query)
    const limit = wholeNumber(query, 'max-keys', app.config['filter:s3api'].max_bucket_listing)
    const text = (name: string): string => query.get(name) ?? ''
    if (query.has('version-id-marker') && text('key-marker') === '')
      throw s3Errors.InvalidArgument({
        reason: 'A version-id marker cannot be specified without a key marker.',
      })
    const listed = await app.listVersions(
      id,
      {
        ...{ prefix: text('prefix'), delimiter: text('delimiter'), marker: text('key-marker') },
        ...{ endMarker: '', reverse: false, limit: limit + 1 },
      },
      text('version-id-marker'),
    )
    const entries = listed.slice(0, limit)
    const isTruncated = limit > 0 && listed.length > limit
    const last = entries.at(-1)
    const Owner = { ID: owner.id, DisplayName: owner.name }
    const items = entries.flatMap((one) => (one.kind === 'subdir' ? [] : [one.row]))
    const about = (one: (typeof items)[number]) => ({
      ...{ Key: encoded(one.name), VersionId: one.versionId, IsLatest: one.isLatest },
      LastModified: isoOf(one.timestamp),
    })
    return xmlReply('ListVersionsResult', {
      ...{ Name: bucket, Prefix: encoded(text('prefix')), KeyMarker: encoded(text('key-marker')) },
      VersionIdMarker: text('version-id-marker'),
      ...(query.has('delimiter') ? { Delimiter: encoded(text('delimiter')) } : {}),
      ...(query.has('encoding-type') ? { EncodingType: 'url' } : {}),
      ...{ MaxKeys: limit, IsTruncated: isTruncated },
      ...(isTruncated && last
        ? {
            NextKeyMarker: encoded(last.kind === 'subdir' ? last.name : last.row.name),
            ...(last.kind === 'subdir' ? {} : { NextVersionIdMarker: last.row.versionId }),
          }
        : {}),
      Version: items
        .filter(({ isMarker }) => !isMarker)
        .map((one) => ({
          ...about(one),
          ...{ ETag: `"${etagOf(one)}"`, Size: one.size, Owner, StorageClass: 'STANDARD' },
        })),
      DeleteMarker: items.filter(({ isMarker }) => isMarker).map((one) => ({ ...about(one), Owner })),
      CommonPrefixes: entries.flatMap((one) =>
        one.kind === 'subdir' ? [{ Prefix: encoded(one.name) }] : [],
      ),
    })
  }
