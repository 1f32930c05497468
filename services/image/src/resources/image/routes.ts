import * as operations from '@nimbo/contracts/image/images'
import type { ImageView } from '@nimbo/contracts/image/images'
import { answer } from '@nimbo/http/answer'
import type { Call } from '@nimbo/http/route'
import { type ImageApp, policyTarget } from '../../app/app.ts'
import { pageLink } from '../page-link.ts'
import { keepImage } from './keep-image.ts'
import { draftImage } from './draft-image.ts'
import { deleteImage } from './delete-image.ts'
import { listImages } from './list-images.ts'
import { patchedImage, updateImage } from './update-image.ts'
import type { Image, Visibility } from './image.ts'
import { updateLocations } from '../location/change-locations.ts'
import { patchDraft, readPatch } from './json-patch.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { imageView } from './image-view.ts'
import { readListQuery } from './list-query.ts'

/** Publicizing an image has a policy rule of its own. */
const enforceVisibility = (
  { enforce }: Pick<Call<ImageApp>, 'enforce'>,
  image: Image,
  before: Visibility | undefined,
): void => {
  if (image.visibility === before) return
  if (image.visibility === 'public') enforce('publicize_image', policyTarget(image))
  if (image.visibility === 'community') enforce('communitize_image', policyTarget(image))
}

/** The image as the caller may see it: its locations have a policy rule of their own. */
const shown = ({ app, allows }: Pick<Call<ImageApp>, 'app' | 'allows'>, image: Image): ImageView =>
  imageView(app, image, allows('get_image_location', policyTarget(image)))

const list = handle(operations.listImages, async (call) => {
  const { app, ctx, request } = call
  const query = readListQuery(request.query, app.config)
  const images = await listImages(app)(ctx, query)
  const last = images.at(-1)
  return {
    images: images.map((image) => shown(call, image)),
    first: pageLink('/v2/images', request, undefined),
    schema: '/v2/schemas/images',
    ...(last && images.length === query.limit ? { next: pageLink('/v2/images', request, last.id) } : {}),
  }
})

const create = handle(
  operations.createImage,
  async (call) => {
    const { app, ctx, body } = call
    const draft = draftImage(app, ctx, body)
    enforceVisibility(call, draft, undefined)
    const image = await keepImage(app)(ctx, draft)
    return answer(shown(call, image), {
      headers: {
        location: `${call.base}/v2/images/${image.id}`,
        'openstack-image-import-methods': app.config.DEFAULT.enabled_import_methods.join(','),
        'openstack-image-store-ids': app.stores.all.map(({ id }) => id).join(','),
      },
    })
  },
  {
    given: ({ ctx, body: { owner = ctx.projectId ?? null, visibility } }) => ({
      project_id: owner,
      owner,
      visibility,
    }),
  },
)

const show = handle(operations.showImage, async (call) => shown(call, call.found.image))

const update = handle(operations.updateImage, async (call) => {
  const { app, ctx, found, body, request } = call
  const draft = patchDraft(request.headers['content-type'] ?? '')
  const changes = readPatch(body, draft)
  const change = (image: Image): Image => {
    const changed = patchedImage(
      image,
      changes.filter(({ name }) => name !== 'locations'),
    )
    if (changed.owner !== image.owner && !app.isAdmin(ctx))
      throw errors.NotAllowed({ reason: "Owner can't be updated by non admin." })
    enforceVisibility(call, changed, image.visibility)
    return changed
  }
  const ofLocations = changes.filter(({ name }) => name === 'locations')
  if (ofLocations.length === 0) return shown(call, await updateImage(app)(ctx, found.image, change))
  const changed = change(found.image)
  // Locations have policy rules of their own.
  for (const { op } of ofLocations)
    call.enforce(op === 'remove' ? 'delete_image_location' : 'set_image_location', policyTarget(found.image))
  const located = { changed, changes: ofLocations }
  return shown(call, await updateLocations(app)(ctx, found.image, located))
})

const remove = handle(operations.deleteImage, async ({ app, ctx, found }) => {
  await deleteImage(app)(ctx, found.image)
})

export const imageRoutes = [list, create, show, update, remove]
