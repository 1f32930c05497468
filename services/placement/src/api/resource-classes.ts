import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { Type } from 'typebox'
import type { PlacementApp } from '../app/app.ts'
import { unknownResourceClass } from '../app/known-names.ts'
import { createResourceClass, listResourceClasses, removeResourceClass } from '../app/resource-classes.ts'
import { errors } from '../errors.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const customName = Type.String({ minLength: 1, maxLength: 255, pattern: '^CUSTOM_[A-Z0-9_]+$' })
const view = (name: string, mount: string) => ({
  name,
  links: [{ rel: 'self', href: `${mount}/resource_classes/${name}` }],
})

export const resourceClasses: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/resource_classes',
    name: 'resource_classes.list',
    since: '1.2',
    policy: 'placement:resource_classes:list',
    replies: [200],
    handle: async ({ app, request, version }) => {
      const names = await listResourceClasses(app)()
      const resource_classes = names.map((name) => view(name, request.mount))
      return ok({ resource_classes }, freshHeaders(version, timestamp(app.clock)))
    },
  }),
  route({
    method: 'POST',
    path: '/resource_classes',
    name: 'resource_classes.create',
    since: '1.2',
    policy: 'placement:resource_classes:create',
    body: Type.Object({ name: customName }, { additionalProperties: false }),
    replies: [201],
    handle: async ({ app, body, request }) => {
      if (!(await createResourceClass(app)(body.name))) throw errors.ResourceClassExists({ name: body.name })
      return {
        status: 201,
        headers: { location: `${request.origin}${request.mount}/resource_classes/${body.name}` },
      }
    },
  }),
  route({
    method: 'GET',
    path: '/resource_classes/{name}',
    name: 'resource_classes.show',
    since: '1.2',
    policy: 'placement:resource_classes:show',
    replies: [200],
    handle: async ({ app, params, request, version }) => {
      if (await unknownResourceClass(app.db, [params.name]))
        throw errors.ResourceClassNotFound({ name: params.name })
      return ok(view(params.name, request.mount), freshHeaders(version, timestamp(app.clock)))
    },
  }),
  route({
    method: 'PUT',
    path: '/resource_classes/{name}',
    name: 'resource_classes.ensure',
    since: '1.7',
    policy: 'placement:resource_classes:update',
    replies: [201, 204],
    handle: async ({ app, params, request }) => {
      const isNew = await createResourceClass(app)(params.name)
      return {
        status: isNew ? 201 : 204,
        headers: { location: `${request.origin}${request.mount}/resource_classes/${params.name}` },
      }
    },
  }),
  route({
    method: 'DELETE',
    path: '/resource_classes/{name}',
    name: 'resource_classes.delete',
    since: '1.2',
    policy: 'placement:resource_classes:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      await removeResourceClass(app)(params.name)
      return noContent()
    },
  }),
]
