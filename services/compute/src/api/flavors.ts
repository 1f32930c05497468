import { asBoolean, BooleanLike, Description, exact, IntegerLike, Name } from '@nimbo/contracts/compute/words'
import { type Microversion, microversion } from '@nimbo/http/microversion'
import { accepted, ok } from '@nimbo/http/reply'
import type { Call } from '@nimbo/http/route'
import { versioned } from '@nimbo/http/versioned'
import { type TProperties, Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { findFlavor } from '../app/find-flavor.ts'
import type { Flavor } from '../domain/flavor.ts'
import { flavorSortKeys } from '../domain/flavor-sort.ts'
import { flavorView } from '../domain/flavor-view.ts'
import { linksTo } from '../domain/server-view.ts'
import { errors } from '../errors.ts'
import { nextLink } from './page-links.ts'
import { route } from './route.ts'
import { limitOf } from './server-list-query.ts'

const descriptions = microversion('2.55')
const specsShown = microversion('2.61')
const numericSwap = microversion('2.75')
const withoutRxtx = microversion('2.102')
const anyone = { open: 'flavors are for everyone; private ones are found by those who have them' } as const

const stored = ({ stores }: ComputeApp) => stores.flavors

/** A flavor in the caller's version. */
const view = (flavor: Flavor, base: string, version: Microversion, mayReadSpecs: boolean): object => {
  const { description, swap, ...rest } = flavorView(flavor, base)
  return {
    ...rest,
    swap: swap === 0 && version < numericSwap ? '' : swap,
    ...(version >= descriptions ? { description } : {}),
    ...(version >= specsShown && mayReadSpecs ? { extra_specs: flavor.extraSpecs } : {}),
    ...(version < withoutRxtx
      ? { rxtx_factor: flavor.rxtxFactor, 'OS-FLV-DISABLED:disabled': flavor.disabled }
      : {}),
  }
}

const mayReadSpecs = (allows: (rule: string) => boolean): boolean =>
  allows('os_compute_api:os-flavor-extra-specs:index')

type ListCall = Pick<Call<ComputeApp>, 'app' | 'ctx' | 'query' | 'version'>

const wholeNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^[0-9]+$/.test(text)) throw errors.BadRequest({ reason: `Invalid ${name} filter [${text}]` })
  return Number(text)
}

/** Whose flavors are listed: a user's project's, and for admins those that `is_public` asks for. */
const publicWish = ({ app, ctx, query }: ListCall): { isPublic?: boolean; projectId?: string } => {
  const own = ctx.projectId === undefined ? { isPublic: true } : { projectId: ctx.projectId }
  const asked = query.is_public?.toLowerCase()
  if (asked === undefined || !app.deps.enforcer.isAdmin(ctx)) return own
  if (asked === 'none') return {}
  if (/^(true|1|on|yes|y|t)$/.test(asked)) return own
  if (/^(false|0|off|no|n|f)$/.test(asked)) return { isPublic: false }
  throw errors.BadRequest({ reason: `Invalid is_public filter [${query.is_public}]` })
}

const findPage = async (call: ListCall): Promise<{ found: readonly Flavor[]; full: boolean }> => {
  const { app, query, version } = call
  const limit = limitOf(query.limit, app.deps.config.api.max_limit)
  const sortKey = query.sort_key ?? 'flavorid'
  if (!Object.hasOwn(flavorSortKeys, sortKey))
    throw errors.BadRequest({ reason: `Sort key ${sortKey} is not valid for flavors` })
  const minRamMb = wholeNumber('minRam', query.minRam)
  const minDiskGb = wholeNumber('minDisk', query.minDisk)
  const found = await stored(app).list({
    ...publicWish(call),
    limit,
    sortKey: sortKey as keyof typeof flavorSortKeys,
    sortDir: query.sort_dir === 'desc' ? 'desc' : 'asc',
    ...(minRamMb === undefined ? {} : { minRamMb }),
    ...(minDiskGb === undefined ? {} : { minDiskGb }),
    ...(query.name === undefined || version < withoutRxtx ? {} : { name: query.name }),
    ...(query.marker === undefined ? {} : { marker: query.marker }),
  })
  if (!found) throw errors.MarkerNotFound({ marker: query.marker ?? '' })
  return { found, full: found.length === limit }
}

const list = route({
  method: 'GET',
  path: '/flavors',
  name: 'flavors.list',
  policy: anyone,
  replies: [200],
  handle: async (call) => {
    const { found, full } = await findPage(call)
    const flavors = found.map((flavor) => ({
      id: flavor.id,
      name: flavor.name,
      links: linksTo(call.base, `/flavors/${flavor.id}`),
      ...(call.version >= descriptions ? { description: flavor.description } : {}),
    }))
    return ok({ flavors, ...nextLink('flavors', call.request, { full, last: found.at(-1)?.id }) })
  },
})

const listInFull = route({
  method: 'GET',
  path: '/flavors/detail',
  name: 'flavors.detail',
  policy: anyone,
  replies: [200],
  handle: async (call) => {
    const { found, full } = await findPage(call)
    const specs = mayReadSpecs(call.allows)
    const flavors = found.map((flavor) => view(flavor, call.base, call.version, specs))
    return ok({ flavors, ...nextLink('flavors', call.request, { full, last: found.at(-1)?.id }) })
  },
})

const show = route({
  method: 'GET',
  path: '/flavors/{flavor_id}',
  name: 'flavors.show',
  policy: anyone,
  replies: [200],
  handle: async ({ ctx, app, params, base, version, allows }) => {
    const flavor = await findFlavor(app.deps)(ctx, params.flavor_id)
    return ok({ flavor: view(flavor, base, version, mayReadSpecs(allows)) })
  },
})

const FlavorId = Type.Union([
  Type.String({ minLength: 1, maxLength: 255, pattern: '^(?! )[a-zA-Z0-9. _-]+(?<! )$' }),
  Type.Integer(),
  Type.Null(),
])

const sizes = {
  name: Name,
  id: Type.Optional(FlavorId),
  ram: IntegerLike(1),
  vcpus: IntegerLike(1),
  disk: IntegerLike(0),
  'OS-FLV-EXT-DATA:ephemeral': Type.Optional(IntegerLike(0)),
  swap: Type.Optional(Type.Union([IntegerLike(0), Type.Literal('')])),
  'os-flavor-access:is_public': Type.Optional(BooleanLike),
}
const description = { description: Type.Optional(Description) }
const rxtx = {
  rxtx_factor: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })]),
  ),
}

const flavorBody = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ flavor: Type.Object(properties, exact) }, exact)

const CreateFlavor = versioned(flavorBody({ ...sizes, ...description }))
  .before('2.102', flavorBody({ ...sizes, ...description, ...rxtx }), (body) => body)
  .before('2.55', flavorBody({ ...sizes, ...rxtx }), (body) => body)

const create = route({
  method: 'POST',
  path: '/flavors',
  name: 'flavors.create',
  policy: 'os_compute_api:os-flavor-manage:create',
  body: CreateFlavor,
  replies: [200],
  handle: async ({ ctx, app, body, base, version, allows }) => {
    // Until 2.101 the factor may be there besides today's shape.
    const flavor: typeof body.flavor & { readonly rxtx_factor?: number | string } = body.flavor
    const isPublic = flavor['os-flavor-access:is_public'] as boolean | string | undefined
    const id = flavor.id ?? 'auto'
    const made = await app.flavors.create(ctx, {
      ...(id === 'auto' ? {} : { id: String(id) }),
      name: flavor.name,
      vcpus: Number(flavor.vcpus),
      memoryMb: Number(flavor.ram),
      rootGb: Number(flavor.disk),
      ephemeralGb: Number(flavor['OS-FLV-EXT-DATA:ephemeral'] ?? 0),
      swapMb: Number(flavor.swap || 0),
      rxtxFactor: Number(flavor.rxtx_factor ?? 1),
      isPublic: asBoolean(isPublic ?? true),
      description: flavor.description ?? null,
    })
    return ok({ flavor: view(made, base, version, mayReadSpecs(allows)) })
  },
})

const update = route({
  method: 'PUT',
  path: '/flavors/{flavor_id}',
  name: 'flavors.update',
  since: '2.55',
  policy: 'os_compute_api:os-flavor-manage:update',
  body: Type.Object({ flavor: Type.Object({ description: Description }, exact) }, exact),
  replies: [200],
  handle: async ({ ctx, app, params, body, base, version, allows }) => {
    const { id } = await findFlavor(app.deps)(ctx, params.flavor_id)
    await stored(app).update(id, { description: body.flavor.description })
    const flavor = await findFlavor(app.deps)(ctx, id)
    return ok({ flavor: view(flavor, base, version, mayReadSpecs(allows)) })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/flavors/{flavor_id}',
  name: 'flavors.delete',
  policy: 'os_compute_api:os-flavor-manage:delete',
  replies: [202],
  handle: async ({ app, params }) => {
    if (!(await stored(app).remove(params.flavor_id))) throw errors.FlavorNotFound({ id: params.flavor_id })
    return accepted()
  },
})

export const flavorRoutes = [list, listInFull, show, create, update, remove]
