import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import type { PlacementApp } from '../app/app.ts'
import { unknownTraits } from '../app/known-names.ts'
import { createTrait, listTraits, removeTrait } from '../app/traits.ts'
import { errors } from '../errors.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

export const traits: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/traits',
    name: 'traits.list',
    since: '1.6',
    policy: 'placement:traits:list',
    replies: [200],
    handle: async ({ app, query, version }) => {
      const names = await listTraits(app)(query.name, query.associated)
      return ok({ traits: names }, freshHeaders(version, timestamp(app.clock)))
    },
  }),
  route({
    method: 'GET',
    path: '/traits/{name}',
    name: 'traits.show',
    since: '1.6',
    policy: 'placement:traits:show',
    replies: [204],
    handle: async ({ app, params, version }) => {
      if ((await unknownTraits(app.db, [params.name])).length > 0)
        throw errors.TraitNotFound({ name: params.name })
      return noContent(freshHeaders(version, timestamp(app.clock)))
    },
  }),
  route({
    method: 'PUT',
    path: '/traits/{name}',
    name: 'traits.create',
    since: '1.6',
    policy: 'placement:traits:update',
    replies: [201, 204],
    handle: async ({ app, params, request, version }) => {
      const isNew = await createTrait(app)(params.name)
      const location = `${request.origin}${request.mount}/traits/${params.name}`
      return {
        status: isNew ? 201 : 204,
        headers: { location, ...freshHeaders(version, timestamp(app.clock)) },
      }
    },
  }),
  route({
    method: 'DELETE',
    path: '/traits/{name}',
    name: 'traits.delete',
    since: '1.6',
    policy: 'placement:traits:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      await removeTrait(app)(params.name)
      return noContent()
    },
  }),
]
