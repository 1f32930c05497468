import { streamOf } from '@nimbo/http/message'
import { bytes, noContent } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { type ImageApp, needImage, policyTarget } from '../app/app.ts'
import { downloadImage } from '../app/download-image.ts'
import { uploadImage } from '../app/upload-image.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const octets = 'application/octet-stream'

export const imageData: readonly Route<ImageApp>[] = [
  route({
    method: 'PUT',
    path: '/v2/images/{image_id}/file',
    name: 'images.upload',
    policy: { inHandler: 'the rule asks for the image' },
    replies: [204],
    handle: async ({ app, ctx, params, request, enforce }) => {
      const type = request.headers['content-type'] ?? ''
      if (type !== octets) throw errors.UnsupportedMedia({ type })
      const image = await needImage(app, ctx, params.image_id)
      enforce('upload_image', policyTarget(image))
      await uploadImage(app)(ctx, image, streamOf(request.body))
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/v2/images/{image_id}/file',
    name: 'images.download',
    policy: { inHandler: 'the rule asks for the image' },
    replies: [200, 204, 206],
    handle: async ({ app, ctx, params, request, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      enforce('download_image', policyTarget(image))
      const download = await downloadImage(app)(image, request.headers.range, {
        ctx,
        address: request.remoteAddress,
      })
      if (!download) return noContent()
      const { data, range } = download
      const size = image.size ?? 0
      const headers = { 'content-type': octets, ...(image.checksum ? { 'content-md5': image.checksum } : {}) }
      if (!range) return bytes(200, data, { ...headers, 'content-length': String(size) })
      return bytes(206, data, {
        ...headers,
        'content-length': String(range.last - range.first + 1),
        'content-range': `bytes ${range.first}-${range.last}/${size}`,
      })
    },
  }),
]
