import { exact, Metadata, Tag } from '@nimbo/contracts/compute/words'
import { noContent, ok } from '@nimbo/http/reply'
import { own } from '@nimbo/kernel/own'
import { Type } from 'typebox'
import { addressesOf } from '../domain/server-view.ts'
import { errors } from '../errors.ts'
import { route, targetServer } from './route.ts'

const inHandler = { inHandler: 'the rule is about the server' } as const

const listIps = route({
  method: 'GET',
  path: '/servers/{server_id}/ips',
  name: 'servers.ips.list',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:ips:index')
    return ok({ addresses: plainAddresses(addressesOf(server.networkInfo)) })
  },
})

/** Here addresses are without the extended attributes they have in a server. */
const plainAddresses = (networks: Readonly<Record<string, readonly object[]>>) =>
  Object.fromEntries(
    Object.entries(networks).map(([label, list]) => [
      label,
      (list as readonly { version: number; addr: string }[]).map(({ version, addr }) => ({ version, addr })),
    ]),
  )

const showIps = route({
  method: 'GET',
  path: '/servers/{server_id}/ips/{network_label}',
  name: 'servers.ips.show',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:ips:show')
    const label = call.params.network_label
    const addresses = own(plainAddresses(addressesOf(server.networkInfo)), label)
    if (!addresses) throw errors.NotFound({ reason: 'Instance is not a member of specified network' })
    return ok({ [label]: addresses })
  },
})

const listMetadata = route({
  method: 'GET',
  path: '/servers/{server_id}/metadata',
  name: 'servers.metadata.list',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:server-metadata:index')
    return ok({ metadata: server.metadata })
  },
})

const MetadataBody = Type.Object({ metadata: Metadata }, exact)

const mergeMetadata = route({
  method: 'POST',
  path: '/servers/{server_id}/metadata',
  name: 'servers.metadata.merge',
  policy: inHandler,
  body: MetadataBody,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:server-metadata:create')
    const { metadata } = call.body
    return ok({ metadata: await call.app.servers.setMetadata(call.ctx, server.id, metadata, 'merge') })
  },
})

const replaceMetadata = route({
  method: 'PUT',
  path: '/servers/{server_id}/metadata',
  name: 'servers.metadata.replace',
  policy: inHandler,
  body: MetadataBody,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:server-metadata:update_all')
    const { metadata } = call.body
    return ok({ metadata: await call.app.servers.setMetadata(call.ctx, server.id, metadata, 'replace') })
  },
})

const showMetadata = route({
  method: 'GET',
  path: '/servers/{server_id}/metadata/{key}',
  name: 'servers.metadata.show',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:server-metadata:show')
    const value = own(server.metadata, call.params.key)
    if (value === undefined) throw errors.NotFound({ reason: 'Metadata item was not found' })
    return ok({ meta: { [call.params.key]: value } })
  },
})

const setMetadata = route({
  method: 'PUT',
  path: '/servers/{server_id}/metadata/{key}',
  name: 'servers.metadata.set',
  policy: inHandler,
  body: Type.Object({ meta: Metadata }, exact),
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:server-metadata:update')
    const { meta } = call.body
    if (!Object.hasOwn(meta, call.params.key) || Object.keys(meta).length !== 1)
      throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
    await call.app.servers.setMetadata(call.ctx, server.id, meta, 'merge')
    return ok({ meta })
  },
})

const removeMetadata = route({
  method: 'DELETE',
  path: '/servers/{server_id}/metadata/{key}',
  name: 'servers.metadata.delete',
  policy: inHandler,
  replies: [204],
  handle: async (call) => {
    await targetServer(call, 'os_compute_api:server-metadata:delete')
    await call.app.servers.removeMetadata(call.ctx, call.params.server_id, call.params.key)
    return noContent()
  },
})

const listTags = route({
  method: 'GET',
  path: '/servers/{server_id}/tags',
  name: 'servers.tags.list',
  since: '2.26',
  policy: inHandler,
  replies: [200],
  handle: async (call) =>
    ok({ tags: (await targetServer(call, 'os_compute_api:os-server-tags:index')).server.tags }),
})

const replaceTags = route({
  method: 'PUT',
  path: '/servers/{server_id}/tags',
  name: 'servers.tags.replace',
  since: '2.26',
  policy: inHandler,
  body: Type.Object({ tags: Type.Array(Tag, { maxItems: 50 }) }, exact),
  replies: [200],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-server-tags:update_all')
    const tags = [...new Set(call.body.tags)]
    await call.app.servers.change(call.ctx, located, { tags })
    return ok({ tags })
  },
})

const removeTags = route({
  method: 'DELETE',
  path: '/servers/{server_id}/tags',
  name: 'servers.tags.clear',
  since: '2.26',
  policy: inHandler,
  replies: [204],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-server-tags:delete_all')
    await call.app.servers.change(call.ctx, located, { tags: [] })
    return noContent()
  },
})

const showTag = route({
  method: 'GET',
  path: '/servers/{server_id}/tags/{tag}',
  name: 'servers.tags.show',
  since: '2.26',
  policy: inHandler,
  replies: [204],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-server-tags:show')
    if (!server.tags.includes(call.params.tag))
      throw errors.TagNotFound({ id: server.id, tag: call.params.tag })
    return noContent()
  },
})

const mostTags = 50

const addTag = route({
  method: 'PUT',
  path: '/servers/{server_id}/tags/{tag}',
  name: 'servers.tags.add',
  since: '2.26',
  policy: inHandler,
  replies: [201, 204],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-server-tags:update')
    const { tags } = located.server
    const { tag } = call.params
    if (tags.includes(tag)) return noContent()
    if (!/^[^,/]{1,60}$/.test(tag)) throw errors.BadRequest({ reason: `Tag '${tag}' is invalid.` })
    if (tags.length >= mostTags)
      throw errors.BadRequest({ reason: `The number of tags exceeded the per-server limit ${mostTags}` })
    await call.app.servers.change(call.ctx, located, { tags: [...tags, tag] })
    return { status: 201, headers: { location: `${call.base}/servers/${located.server.id}/tags/${tag}` } }
  },
})

const removeTag = route({
  method: 'DELETE',
  path: '/servers/{server_id}/tags/{tag}',
  name: 'servers.tags.delete',
  since: '2.26',
  policy: inHandler,
  replies: [204],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-server-tags:delete')
    const { id, tags } = located.server
    const { tag } = call.params
    if (!tags.includes(tag)) throw errors.TagNotFound({ id, tag })
    await call.app.servers.change(call.ctx, located, { tags: tags.filter((one) => one !== tag) })
    return noContent()
  },
})

export const serverPartRoutes = [
  ...[listIps, showIps],
  ...[listMetadata, mergeMetadata, replaceMetadata, showMetadata, setMetadata, removeMetadata],
  ...[listTags, replaceTags, removeTags, showTag, addTag, removeTag],
]
