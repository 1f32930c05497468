import { noContent } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { type ImageApp, needImage, policyTarget } from '../app/app.ts'
import { type ImageMove, moveImage } from '../app/move-image.ts'
import { updateImage } from '../app/update-image.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const actionRoute = (action: ImageMove): Route<ImageApp> =>
  route({
    method: 'POST',
    path: `/v2/images/{image_id}/actions/${action}`,
    name: `images.${action}`,
    policy: { inHandler: 'the rule asks for the image' },
    replies: [204],
    handle: async ({ app, ctx, params, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      enforce(action, policyTarget(image))
      await moveImage(app)(ctx, image, action)
      return noContent()
    },
  })

const tagRoute = (method: 'PUT' | 'DELETE'): Route<ImageApp> =>
  route({
    method,
    path: '/v2/images/{image_id}/tags/{tag}',
    name: method === 'PUT' ? 'image_tags.add' : 'image_tags.remove',
    policy: { inHandler: 'the rule asks for the image' },
    replies: [204],
    handle: async ({ app, ctx, params, enforce }) => {
      const { tag } = params
      const image = await needImage(app, ctx, params.image_id)
      enforce('modify_image', policyTarget(image))
      const others = image.tags.filter((one) => one !== tag)
      if (method === 'DELETE' && others.length === image.tags.length)
        throw errors.TagNotFound({ tag, id: image.id })
      await updateImage(app)(ctx, { ...image, tags: method === 'PUT' ? [...others, tag].sort() : others })
      return noContent()
    },
  })

export const imageActions: readonly Route<ImageApp>[] = [
  actionRoute('deactivate'),
  actionRoute('reactivate'),
  tagRoute('PUT'),
  tagRoute('DELETE'),
]
