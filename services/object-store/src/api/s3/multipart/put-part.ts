import type { HttpResponse } from '@nimbo/http/message'
import type { SwiftApp } from '../../../app/app.ts'
import { endUpload } from '../../../app/multipart/end-upload.ts'
import { readRanges } from '../../../domain/byte-ranges.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { closingOnFailure } from '../../content/closing-on-failure.ts'
import type { ObjectRequest } from '../../object-request.ts'
import { uploadObject } from '../../object/upload-object.ts'
import { copySourceOf } from '../object/copy-source.ts'
import { digestHeaders } from '../object/new-object-headers.ts'
import { openSource } from '../object/open-source.ts'
import { putReply } from '../object/put-s3-object.ts'
import { asObjectRequest, type S3Handler, type S3Request, withSegments } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { xmlReply } from '../xml.ts'
import { partName, requireUpload, type Upload, uploadOf } from './upload.ts'

const numberOf = ({ query }: S3Request, most: number): number => {
  const text = query.get('partNumber') ?? ''
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw s3Errors.InvalidArgument({
      reason: `Part number must be an integer between 1 and ${most}, inclusive`,
    })
  return Number(text)
}

/** Stores a part of an upload, from the body or copied from a range of an existing object. */
export const putPart = (app: SwiftApp): S3Handler => {
  const put = uploadObject(app)
  const store = async (
    request: S3Request,
    upload: Upload,
    part: Pick<ObjectRequest, 'headers' | 'body'>,
  ): Promise<HttpResponse> => {
    const { id, segments, marker } = upload
    const stored = await put(
      asObjectRequest(request, {
        ...part,
        container: segments.name,
        object: partName(request, id, numberOf(request, app.config['filter:s3api'].max_upload_part_num)),
        access: withSegments(request, request.bucket ?? ''),
      }),
    )
    // An upload that ended while the part arrived has not seen it.
    if (!(await app.objects.find(segments.id, marker.name))) {
      await endUpload(app, uploadOf(request, upload))
      throw s3Errors.NoSuchUpload()
    }
    return stored
  }

  const copyPart = async (request: S3Request, upload: Upload) => {
    const { content, object } = await openSource(app, request, copySourceOf(request))
    const asked = request.headers['x-amz-copy-source-range']
    const [range] = readRanges(asked, content.size) ?? []
    if (asked !== undefined && (!range || !/^bytes=\d+-\d+$/.test(asked)))
      throw s3Errors.InvalidArgument({
        reason: 'The x-amz-copy-source-range value must be of the form bytes=first-last, within the source',
      })
    const size = range ? range.last - range.first + 1 : content.size
    const headers = { 'content-length': String(size) }
    const stored = await closingOnFailure(await content.open(range), (body) =>
      store(request, upload, { headers, body }),
    )
    const { etag = '', 'last-modified': modified = '' } = stored.headers
    return xmlReply(
      'CopyPartResult',
      { LastModified: isoOf(String(Date.parse(modified) / 1000)), ETag: `"${etag}"` },
      object.versionId === null ? {} : { 'x-amz-copy-source-version-id': object.versionId },
    )
  }

  return async (request) => {
    const upload = await requireUpload(app, request)
    if (request.headers['x-amz-copy-source'] !== undefined) return copyPart(request, upload)
    const { body, size } = request
    if (size === undefined) throw s3Errors.MissingContentLength()
    const headers = { ...digestHeaders(request), 'content-length': String(size) }
    return putReply(await store(request, upload, { headers, body }))
  }
}
