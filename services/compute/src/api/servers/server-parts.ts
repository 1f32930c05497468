import * as operations from '@nimbo/contracts/compute/server-parts'
import { answer } from '@nimbo/http/answer'
import { own } from '@nimbo/kernel/own'
import { requireAllowed, tagChanges } from '../../domain/server-actions/action-guards.ts'
import type { Server } from '../../domain/servers/server.ts'
import { addressesOf } from '../../domain/servers/server-view.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** Addresses without the extended attributes that they have in the server's view. */
const plainAddresses = ({ networkInfo }: Server) =>
  new Map(
    Object.entries(addressesOf(networkInfo)).map(([label, list]) => [
      label,
      list.map(({ version, addr }) => ({ version, addr })),
    ]),
  )

const listIps = handle(operations.listIps, async ({ found: { server } }) => ({
  addresses: Object.fromEntries(plainAddresses(server.server)),
}))

const showIps = handle(operations.showIps, async ({ found: { server }, params: { network_label } }) => {
  const addresses = plainAddresses(server.server).get(network_label)
  if (!addresses) throw errors.NotFound({ reason: 'Instance is not a member of specified network' })
  return { [network_label]: addresses }
})

const listMetadata = handle(operations.listMetadata, async ({ found }) => ({
  metadata: { ...found.server.server.metadata },
}))

const mergeMetadata = handle(operations.mergeMetadata, async ({ ctx, app, params, body }) => ({
  metadata: { ...(await app.servers.setMetadata(ctx, params.server_id, body.metadata, 'merge')) },
}))

const replaceMetadata = handle(operations.replaceMetadata, async ({ ctx, app, params, body }) => ({
  metadata: { ...(await app.servers.setMetadata(ctx, params.server_id, body.metadata, 'replace')) },
}))

const showMetadata = handle(operations.showMetadata, async ({ found, params: { key } }) => {
  const { metadata } = found.server.server
  const value = own(metadata, key)
  if (value === undefined) throw errors.NotFound({ reason: 'Metadata item was not found' })
  return { meta: { [key]: value } }
})

const setMetadata = handle(operations.setMetadata, async ({ ctx, app, params, body: { meta } }) => {
  if (!Object.hasOwn(meta, params.key) || Object.keys(meta).length !== 1)
    throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  await app.servers.setMetadata(ctx, params.server_id, meta, 'merge')
  return { meta }
})

const removeMetadata = handle(operations.removeMetadata, async ({ ctx, app, params }) => {
  await app.servers.removeMetadata(ctx, params.server_id, params.key)
})

const listTags = handle(operations.listTags, async ({ found }) => ({
  tags: [...found.server.server.tags],
}))

/** Throws Nova's 409 in states in which tags cannot be changed; a lock does not matter. */
const requireTaggable = (change: keyof typeof tagChanges, server: Server): void =>
  requireAllowed(tagChanges[change], server, false)

const replaceTags = handle(operations.replaceTags, async ({ ctx, app, found, body }) => {
  requireTaggable('replace', found.server.server)
  const tags = [...new Set(body.tags)]
  await app.servers.change(ctx, found.server, { tags })
  return { tags }
})

const removeTags = handle(operations.removeTags, async ({ ctx, app, found }) => {
  requireTaggable('clear', found.server.server)
  await app.servers.change(ctx, found.server, { tags: [] })
})

const showTag = handle(operations.showTag, async ({ found, params: { tag } }) => {
  const { id, tags } = found.server.server
  if (!tags.includes(tag)) throw errors.TagNotFound({ id, tag })
})

const addTag = handle(operations.addTag, async ({ ctx, app, found, params: { tag }, base }) => {
  const { id, tags: before } = found.server.server
  requireTaggable('add', found.server.server)
  if (before.includes(tag)) return answer(undefined, { status: 204 })
  if (!/^[^,/]{1,60}$/.test(tag)) throw errors.BadRequest({ reason: `Tag '${tag}' is invalid.` })
  await app.servers.changePart(ctx, id, ({ server: { tags } }) => {
    if (tags.includes(tag)) return { tags }
    if (tags.length >= operations.mostTags)
      throw errors.BadRequest({
        reason: `The number of tags exceeded the per-server limit ${operations.mostTags}`,
      })
    return { tags: [...tags, tag] }
  })
  return answer(undefined, { status: 201, headers: { location: `${base}/servers/${id}/tags/${tag}` } })
})

const removeTag = handle(operations.removeTag, async ({ ctx, app, found, params: { tag } }) => {
  const { id } = found.server.server
  requireTaggable('remove', found.server.server)
  await app.servers.changePart(ctx, id, ({ server: { tags } }) => {
    if (!tags.includes(tag)) throw errors.TagNotFound({ id, tag })
    return { tags: tags.filter((one) => one !== tag) }
  })
})

export const serverPartRoutes = [
  ...[listIps, showIps],
  ...[listMetadata, mergeMetadata, replaceMetadata, showMetadata, setMetadata, removeMetadata],
  ...[listTags, replaceTags, removeTags, showTag, addTag, removeTag],
]
