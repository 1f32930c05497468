import {
  createFlavor,
  deleteFlavor,
  listFlavors,
  listFlavorsInFull,
  showFlavor,
  updateFlavor,
} from '@nimbo/contracts/compute/flavors'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { findFlavor } from '../../app/flavors/find-flavor.ts'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import { flavorView } from '../../domain/flavors/flavor-view.ts'
import { linksTo } from '../../domain/servers/server-view.ts'
import { errors } from '../../errors.ts'
import { findFlavors } from './flavor-query.ts'
import { handle } from '../handle.ts'
import { nextLink } from '../page-links.ts'

const numericSwap = microversion('2.75')

interface ViewCall {
  readonly base: string
  readonly version: Microversion
}

/** Old microversions show no swap as an empty string, later ones as 0. */
const view = (flavor: Flavor, { base, version }: ViewCall) => {
  const shown = flavorView(flavor, base)
  return shown.swap === 0 && version < numericSwap ? { ...shown, swap: '' as const } : shown
}

const list = handle(listFlavors, async (call) => {
  const { found, full } = await findFlavors(call)
  const flavors = found.map(({ id, name, description }) => ({
    id,
    name,
    description,
    links: linksTo(call.base, `/flavors/${id}`),
  }))
  return { flavors, ...nextLink('flavors', call.request, { full, last: found.at(-1)?.id }) }
})

const listInFull = handle(listFlavorsInFull, async (call) => {
  const { found, full } = await findFlavors(call)
  const flavors = found.map((flavor) => view(flavor, call))
  return { flavors, ...nextLink('flavors', call.request, { full, last: found.at(-1)?.id }) }
})

const show = handle(showFlavor, async (call) => ({ flavor: view(call.found.flavor, call) }))

const create = handle(createFlavor, async (call) => {
  const { flavor } = call.body
  const id = flavor.id ?? 'auto'
  const made = await call.app.flavors.create(call.ctx, {
    ...(id === 'auto' ? {} : { id: String(id) }),
    name: flavor.name,
    vcpus: Number(flavor.vcpus),
    memoryMb: Number(flavor.ram),
    rootGb: Number(flavor.disk),
    ephemeralGb: Number(flavor['OS-FLV-EXT-DATA:ephemeral'] ?? 0),
    swapMb: Number(flavor.swap || 0),
    rxtxFactor: Number(flavor.rxtx_factor ?? 1),
    isPublic: asBoolean(flavor['os-flavor-access:is_public'] ?? true),
    description: flavor.description ?? null,
  })
  return { flavor: view(made, call) }
})

const update = handle(updateFlavor, async (call) => {
  const { id } = call.found.flavor
  const { description } = call.body.flavor
  await call.app.flavors.change(call.ctx, { id, verb: 'update' }, (stored) =>
    stored.update(id, { description }),
  )
  return { flavor: view(await findFlavor(call.app.deps)(call.ctx, id), call) }
})

const remove = handle(deleteFlavor, async ({ app, ctx, found: { flavor } }) => {
  const { id } = flavor
  await app.flavors.change(ctx, { id, verb: 'delete' }, async (stored) => {
    if (!(await stored.remove(id))) throw errors.FlavorNotFound({ id })
  })
})

export const flavorRoutes = [list, listInFull, show, create, update, remove]
