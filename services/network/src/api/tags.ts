import { created, noContent, ok } from '@nimbo/http/reply'
import type { Call, Route } from '@nimbo/http/route'
import { routesOf } from '@nimbo/http/routes-of'
import { Type } from 'typebox'
import type { NetworkApp } from '../app/network-app.ts'
import type { ResourceOperations } from '../app/resource-operations.ts'
import type { TaggedCollection } from '../app/tags.ts'
import { errors } from '../errors.ts'
import { findVisible } from './resource-routes.ts'

const route = routesOf<NetworkApp>()
const policy = { inHandler: 'whose the tagged resource is decides' }
const longestTag = 255
const Tag = Type.String({ minLength: 1, maxLength: longestTag })
const Tags = Type.Object({ tags: Type.Array(Tag, { uniqueItems: true }) })

type AnyCall = Pick<Call<NetworkApp>, 'ctx' | 'app' | 'request' | 'base' | 'allows' | 'enforce'>
type Verb = 'get' | 'create' | 'update' | 'delete'

/** The tags of one kind of resource, all seven operations. */
export const tagRoutes = (
  path: TaggedCollection,
  pick: (app: NetworkApp) => ResourceOperations,
): Route<NetworkApp>[] => {
  const tagsOf = async (call: AnyCall, id: string, verb: Verb): Promise<readonly string[]> => {
    const operations = pick(call.app)
    const resource = await findVisible(call, operations, id)
    call.enforce(`${verb}_${operations.type.name}:tags`, resource)
    return resource.tags as readonly string[]
  }
  const shown = async (call: AnyCall, id: string) => ({ tags: await tagsOf(call, id, 'get') })
  const at = `/${path}/{id}/tags` as const
  const one = `/${path}/{id}/tags/{tag}` as const
  const common = { policy } as const
  return [
    route({
      ...common,
      method: 'GET',
      path: at,
      name: `${path}.tags.list`,
      replies: [200],
      handle: async (call) => ok(await shown(call, call.params.id)),
    }),
    route({
      ...common,
      method: 'PUT',
      path: at,
      name: `${path}.tags.replace`,
      body: Tags,
      replies: [200],
      handle: async (call) => {
        await tagsOf(call, call.params.id, 'update')
        await call.app.tags.replace(call.ctx, path, call.params.id, call.body.tags)
        return ok(await shown(call, call.params.id))
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: at,
      name: `${path}.tags.add`,
      body: Tags,
      replies: [200],
      handle: async (call) => {
        await tagsOf(call, call.params.id, 'create')
        await call.app.tags.add(call.ctx, path, call.params.id, call.body.tags)
        return ok(await shown(call, call.params.id))
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: at,
      name: `${path}.tags.clear`,
      replies: [204],
      handle: async (call) => {
        await tagsOf(call, call.params.id, 'delete')
        await call.app.tags.removeAll(call.ctx, path, call.params.id)
        return noContent()
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: one,
      name: `${path}.tags.check`,
      replies: [204],
      handle: async (call) => {
        const { id, tag } = call.params
        if (!(await tagsOf(call, id, 'get')).includes(tag)) throw errors.TagNotFound({ tag })
        return noContent()
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path: one,
      name: `${path}.tags.set`,
      replies: [201],
      handle: async (call) => {
        const { id, tag } = call.params
        if (tag.length > longestTag)
          throw errors.HTTPBadRequest({
            reason: `Invalid input for tag. Reason: '${tag}' exceeds maximum length of 255.`,
          })
        await tagsOf(call, id, 'update')
        await call.app.tags.add(call.ctx, path, id, [tag])
        return created(null)
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: one,
      name: `${path}.tags.remove`,
      replies: [204],
      handle: async (call) => {
        const { id, tag } = call.params
        await tagsOf(call, id, 'delete')
        await call.app.tags.remove(call.ctx, path, id, tag)
        return noContent()
      },
    }),
  ]
}
