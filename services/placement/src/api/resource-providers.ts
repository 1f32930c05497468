import * as operations from '@nimbo/contracts/placement/resource-providers'
import { answer } from '@nimbo/http/answer'
import { newId, type ProviderId } from '@nimbo/kernel/ids'
import { microversion } from '@nimbo/operation/microversion'
import { listProviders } from '../app/list-providers.ts'
import { createProvider, removeProvider, showProvider, updateProvider } from '../app/providers.ts'
import { fresh, freshHeaders } from './fresh.ts'
import { readGroup } from './group-query.ts'
import { handle } from './handle.ts'
import { providerView } from './provider-view.ts'

const bodyOnCreate = microversion('1.20')
const movable = microversion('1.37')

const list = handle(operations.listProviders, async (call) => {
  const { app, query, request, version } = call
  const providers = await listProviders(app)({
    name: query.name,
    uuid: query.uuid,
    group: readGroup(request.query, '', version),
  })
  return fresh(call, {
    resource_providers: providers.map((provider) => providerView(provider, request.mount, version)),
  })
})

const create = handle(operations.createProvider, async (call) => {
  const { app, body, request, version } = call
  const provider = await createProvider(app)({
    id: body.uuid ?? newId<ProviderId>(),
    name: body.name,
    parentId: body.parent_provider_uuid ?? null,
  })
  const location = `${request.origin}${request.mount}/resource_providers/${provider.id}`
  const headers = { location, ...freshHeaders(call, provider.updated_at) }
  if (version < bodyOnCreate) return answer(undefined, { status: 201, headers })
  return answer(providerView(provider, request.mount, version), { headers })
})

const show = handle(operations.showProvider, async (call) => {
  const provider = await showProvider(call.app)(call.params.uuid)
  return fresh(call, providerView(provider, call.request.mount, call.version), provider.updated_at)
})

const update = handle(operations.updateProvider, async (call) => {
  const { name, parent_provider_uuid: parentId } = call.body
  const mayMove = call.version >= movable
  const provider = await updateProvider(call.app)(call.params.uuid, { name, parentId, mayMove })
  return fresh(call, providerView(provider, call.request.mount, call.version), provider.updated_at)
})

const remove = handle(operations.deleteProvider, async ({ app, params }) => {
  await removeProvider(app)(params.uuid)
})

export const resourceProviders = [list, create, show, update, remove]
