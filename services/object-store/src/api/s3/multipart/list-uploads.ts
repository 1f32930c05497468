import type { SwiftApp } from '../../../app/app.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { kept, segmentsOf } from '../../../domain/s3/system-metadata.ts'
import { encodingOf } from '../encoding.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { wholeNumber } from '../whole-number.ts'
import { xmlReply } from '../xml.ts'

const batch = 1000

/** An entry of the listing: an upload, or a common prefix. */
type Entry = { readonly key: string; readonly id: string; readonly at: string } | { readonly prefix: string }

/** The markers of uploads among the objects of the segments container, sorted by name. */
async function* markers(
  app: SwiftApp,
  containerId: string,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): AsyncGenerator<StoredObject> {
  let marker = after
  for (;;) {
    const order = { prefix, delimiter: '', marker, endMarker: '', reverse: false, limit: batch }
    const page = await app.listObjects(containerId, order)
    for (const one of page) {
      if (one.kind === 'subdir') continue
      marker = one.row.name
      if (one.row.headers[kept.isUpload] !== undefined) yield one.row
    }
    if (page.length < batch) return
  }
}

const uploadOf = ({ name, timestamp }: StoredObject) => {
  const slash = name.lastIndexOf('/')
  return { key: name.slice(0, slash), id: name.slice(slash + 1), at: timestamp }
}

export const listUploads =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'list')
    const { query, account, bucket = '', owner } = request
    const encoded = encodingOf(query)
    const text = (name: string): string => query.get(name) ?? ''
    const limit = wholeNumber(query, 'max-uploads', app.config['filter:s3api'].max_bucket_listing)
    const [prefix, delimiter] = [text('prefix'), text('delimiter')]
    const [keyMarker, idMarker] = [text('key-marker'), text('upload-id-marker')]
    const segments = await app.containers.find(account, segmentsOf(bucket))
    const entries: Entry[] = []
    // A key marker without an upload id marker skips all uploads of that key: `0` is the character after `/`, which follows the
    // key in names.
    const after = keyMarker === '' ? '' : idMarker === '' ? `${keyMarker}0` : `${keyMarker}/${idMarker}`
    let isTruncated = false
    for await (const row of segments ? markers(app, segments.id, { prefix, after }) : []) {
      const upload = uploadOf(row)
      const end = delimiter === '' ? -1 : upload.key.indexOf(delimiter, prefix.length)
      const common = end < 0 ? undefined : upload.key.slice(0, end + delimiter.length)
      if (common !== undefined && entries.some((one) => 'prefix' in one && one.prefix === common)) continue
      isTruncated = entries.length >= limit
      if (isTruncated) break
      entries.push(common === undefined ? upload : { prefix: common })
    }
    const who = { ID: owner.id, DisplayName: owner.name }
    const uploads = entries.filter((one) => 'id' in one)
    const last = uploads.at(-1)
    return xmlReply('ListMultipartUploadsResult', {
      ...{ Bucket: bucket, KeyMarker: encoded(keyMarker), UploadIdMarker: idMarker },
      ...(isTruncated && last ? { NextKeyMarker: encoded(last.key), NextUploadIdMarker: last.id } : {}),
      ...(query.has('delimiter') ? { Delimiter: encoded(delimiter) } : {}),
      ...(query.has('prefix') ? { Prefix: encoded(prefix) } : {}),
      ...(query.has('encoding-type') ? { EncodingType: 'url' } : {}),
      ...{ MaxUploads: limit, IsTruncated: isTruncated },
      Upload: uploads.map(({ key, id, at }) => ({
        ...{ Key: encoded(key), UploadId: id, Initiator: who, Owner: who },
        ...{ StorageClass: 'STANDARD', Initiated: isoOf(at) },
      })),
      CommonPrefixes: entries.flatMap((one) => ('prefix' in one ? [{ Prefix: encoded(one.prefix) }] : [])),
    })
  }
