import { type HttpRequest, textOf } from '@nimbo/http/message'
import { created, noContent, ok } from '@nimbo/http/reply'
import type { Call, Route } from '@nimbo/http/route'
import { type ImageApp, needImage, policyTarget } from '../app/app.ts'
import { createImage, draftImage } from '../app/create-image.ts'
import { deleteImage } from '../app/delete-image.ts'
import { listImages } from '../app/list-images.ts'
import { patchedImage, updateImage } from '../app/update-image.ts'
import type { Image, Visibility } from '../domain/image.ts'
import { isPatchType, readPatch } from '../domain/json-patch.ts'
import { errors } from '../errors.ts'
import { imageView } from './image-view.ts'
import { readListQuery } from './list-query.ts'
import { route } from './route.ts'

const readJson = async (request: HttpRequest): Promise<unknown> => {
  try {
    return JSON.parse(await textOf(request.body))
  } catch {
    throw errors.Invalid({ reason: 'Malformed JSON in request body.' })
  }
}

/** Showing an image to the world has a rule of its own. */
const enforceVisibility = (
  { enforce }: Call<ImageApp>,
  image: Image,
  before: Visibility | undefined,
): void => {
  if (image.visibility === before) return
  if (image.visibility === 'public') enforce('publicize_image', policyTarget(image))
  if (image.visibility === 'community') enforce('communitize_image', policyTarget(image))
}

const pageLink = (request: HttpRequest, marker: string | undefined): string => {
  const query = new URLSearchParams(request.query)
  if (marker === undefined) query.delete('marker')
  else query.set('marker', marker)
  return query.size > 0 ? `/v2/images?${query}` : '/v2/images'
}

export const imageRoutes: readonly Route<ImageApp>[] = [
  route({
    method: 'GET',
    path: '/v2/images',
    name: 'images.list',
    policy: 'get_images',
    replies: [200],
    handle: async ({ app, ctx, request }) => {
      const query = readListQuery(request.query, app.config)
      const images = await listImages(app)(ctx, query)
      const last = images.at(-1)
      return ok({
        images: images.map(imageView),
        first: pageLink(request, undefined),
        schema: '/v2/schemas/images',
        ...(last && images.length === query.limit ? { next: pageLink(request, last.id) } : {}),
      })
    },
  }),
  route({
    method: 'POST',
    path: '/v2/images',
    name: 'images.create',
    policy: { inHandler: 'the rule asks for the owner the body names' },
    replies: [201],
    handle: async (call) => {
      const { app, ctx, request } = call
      const body = await readJson(request)
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw errors.Invalid({ reason: 'Request body must be a JSON object.' })
      }
      const draft = draftImage(app, ctx, body as Record<string, unknown>)
      call.enforce('add_image', policyTarget(draft))
      enforceVisibility(call, draft, undefined)
      const image = await createImage(app)(ctx, draft)
      return created(imageView(image), { location: `${call.base}/v2/images/${image.id}` })
    },
  }),
  route({
    method: 'GET',
    path: '/v2/images/{image_id}',
    name: 'images.show',
    policy: { inHandler: 'the rule asks for the image' },
    replies: [200],
    handle: async ({ app, ctx, params, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      enforce('get_image', policyTarget(image))
      return ok(imageView(image))
    },
  }),
  route({
    method: 'PATCH',
    path: '/v2/images/{image_id}',
    name: 'images.update',
    policy: { inHandler: 'the rule asks for the image' },
    replies: [200],
    handle: async (call) => {
      const { app, ctx, params, request } = call
      const type = request.headers['content-type'] ?? ''
      if (!isPatchType(type)) throw errors.UnsupportedMedia({ type })
      const image = await needImage(app, ctx, params.image_id)
      call.enforce('modify_image', policyTarget(image))
      const changed = patchedImage(image, readPatch(await readJson(request)))
      if (changed.owner !== image.owner && !app.isAdmin(ctx)) throw errors.Forbidden({ rule: 'modify_image' })
      enforceVisibility(call, changed, image.visibility)
      return ok(imageView(await updateImage(app)(ctx, changed)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v2/images/{image_id}',
    name: 'images.delete',
    policy: { inHandler: 'the rule asks for the image' },
    replies: [204],
    handle: async ({ app, ctx, params, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      enforce('delete_image', policyTarget(image))
      await deleteImage(app)(ctx, image)
      return noContent()
    },
  }),
]
