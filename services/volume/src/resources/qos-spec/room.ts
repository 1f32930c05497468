import * as operations from '@nimbo/contracts/volume/qos-specs'
import { handlersOf } from '@nimbo/http/handle'
import type { HttpRequest } from '@nimbo/http/message'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { linksOf, nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { flagOf } from '../../app/paging.ts'
import { errors } from '../../errors.ts'
import {
  associate,
  associationsOf,
  createQosSpec,
  disassociate,
  disassociateFromAll,
  needQosSpec,
  qosSpecs,
  removeQosKeys,
  removeQosSpec,
  setQosSpecs,
} from './qos-specs.ts'

const handle = handlersOf<VolumeApp>()({
  qos_spec: { by: 'qos_id', find: ({ app }, id) => needQosSpec(app.db, id) },
})

const view = ({ id, name, consumer, specs }: operations.QosSpec) => ({
  id,
  name,
  consumer,
  specs: { ...specs },
})

const inFull = (request: HttpRequest, spec: operations.QosSpec) => ({
  qos_specs: view(spec),
  links: linksOf(request, `/qos-specs/${spec.id}`),
})

/** Values as strings, as they are stored; leaves out null. */
const textsOf = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  )

const list = handle(operations.listQosSpecs, async (call) => {
  const { items, limit } = await listKind(qosSpecs, call, 'nobody')
  const links = nextLink(call.request, items, limit)
  return { qos_specs: items.map(view), ...(links && { qos_specs_links: links }) }
})

const create = handle(operations.createQosSpecs, async ({ app, ctx, body, request }) => {
  const { name, consumer = 'back-end', ...specs } = body.qos_specs
  return inFull(request, await createQosSpec(app)(ctx, { name, consumer, specs: textsOf(specs) }))
})

const show = handle(operations.showQosSpecs, async ({ found, request }) => inFull(request, found.qos_spec))

const update = handle(operations.updateQosSpecs, async ({ app, ctx, params, body }) => {
  const { consumer, ...specs } = textsOf(body.qos_specs)
  const known = (['front-end', 'back-end', 'both'] as const).find((word) => word === consumer)
  if (consumer !== undefined && known === undefined)
    throw errors.BadRequest({
      reason: `Invalid qos specs: a consumer is front-end, back-end or both, not ${consumer}`,
    })
  await setQosSpecs(app)(ctx, params.qos_id, specs, known)
  return { qos_specs: textsOf(body.qos_specs) }
})

const remove = handle(operations.deleteQosSpecs, async ({ app, ctx, params, query }) => {
  await removeQosSpec(app)(ctx, params.qos_id, { force: flagOf('force', query.force) })
})

const removeKeys = handle(operations.deleteQosKeys, async ({ app, ctx, params, body }) => {
  await removeQosKeys(app)(ctx, params.qos_id, body.keys)
})

const associations = handle(operations.listQosAssociations, async ({ app, params }) => ({
  qos_associations: (await associationsOf(app.db, params.qos_id)).map(({ id, name }) => ({
    ...{ association_type: 'volume_type', name, id },
  })),
}))

const addType = handle(operations.associateQosSpecs, async ({ app, ctx, params, query }) => {
  await associate(app)(ctx, params.qos_id, query.vol_type_id)
})

const removeType = handle(operations.disassociateQosSpecs, async ({ app, ctx, params, query }) => {
  await disassociate(app)(ctx, params.qos_id, query.vol_type_id)
})

const removeAllTypes = handle(operations.disassociateAll, async ({ app, ctx, params }) => {
  await disassociateFromAll(app)(ctx, params.qos_id)
})

export const qosSpecRoom: Room = {
  routes: [
    ...[list, create, show, update, remove, removeKeys],
    ...[associations, addType, removeType, removeAllTypes],
  ],
  extensions: [extension('qos-specs', 'Qos_specs_manage', 'What is promised to volumes of types')],
}
