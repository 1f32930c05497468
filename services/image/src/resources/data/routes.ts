import * as operations from '@nimbo/contracts/image/images'
import { answer } from '@nimbo/http/answer'
import { streamOf } from '@nimbo/http/message'
import { downloadImage } from './download-image.ts'
import { requireOctets } from './require-octets.ts'
import { uploadImage } from './upload-image.ts'
import { handle } from '../handle.ts'

const upload = handle(operations.uploadImage, async ({ app, ctx, found, request }) => {
  requireOctets(request)
  const name = request.headers['x-image-meta-store']
  const store = name === undefined ? app.stores.usual : app.stores.named(name)
  await uploadImage(app)(ctx, found.image, streamOf(request.body), store)
})

const download = handle(operations.downloadImage, async ({ app, ctx, found: { image }, request }) => {
  const reader = { ctx, address: request.remoteAddress }
  const downloaded = await downloadImage(app)(image, request.headers.range, reader)
  if (!downloaded) return answer(undefined, { status: 204 })
  const { data, range } = downloaded
  const size = image.size ?? 0
  const digest: Readonly<Record<string, string>> = image.checksum ? { 'content-md5': image.checksum } : {}
  if (!range) return answer(data, { status: 200, headers: { ...digest, 'content-length': String(size) } })
  return answer(data, {
    status: 206,
    headers: {
      ...digest,
      'content-length': String(range.last - range.first + 1),
      'content-range': `bytes ${range.first}-${range.last}/${size}`,
    },
  })
})

export const imageData = [upload, download]
