import { exact } from '@nimbo/contracts/compute/words'
import { ok } from '@nimbo/http/reply'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { findFlavor } from '../app/find-flavor.ts'
import { extraSpecProblem } from '../domain/extra-spec-rules.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const path = '/flavors/{flavor_id}/os-extra_specs'
const onePath = '/flavors/{flavor_id}/os-extra_specs/{flavor_extra_spec_key}'

const Specs = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
  Type.Union([Type.String({ maxLength: 255 }), Type.Number()]),
  exact,
)

const write = (app: ComputeApp, id: string, extraSpecs: Readonly<Record<string, string>>): Promise<void> =>
  app.stores.flavors.update(id, { extraSpecs })

const asTexts = (specs: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, String(value)]))

const judged = microversion('2.86')

const requireValid = (specs: Readonly<Record<string, string>>, version: Microversion): void => {
  if (version < judged) return
  for (const [key, value] of Object.entries(specs)) {
    const reason = extraSpecProblem(key, value)
    if (reason !== undefined) throw errors.BadRequest({ reason })
  }
}

const list = route({
  method: 'GET',
  path,
  name: 'flavors.extra-specs.list',
  policy: 'os_compute_api:os-flavor-extra-specs:index',
  replies: [200],
  handle: async ({ ctx, app, params }) =>
    ok({ extra_specs: (await findFlavor(app.deps)(ctx, params.flavor_id)).extraSpecs }),
})

const create = route({
  method: 'POST',
  path,
  name: 'flavors.extra-specs.create',
  policy: 'os_compute_api:os-flavor-extra-specs:create',
  body: Type.Object({ extra_specs: Specs }, exact),
  replies: [200],
  handle: async ({ ctx, app, params, body, version }) => {
    const flavor = await findFlavor(app.deps)(ctx, params.flavor_id)
    const added = asTexts(body.extra_specs)
    requireValid(added, version)
    await write(app, flavor.id, { ...flavor.extraSpecs, ...added })
    return ok({ extra_specs: added })
  },
})

const show = route({
  method: 'GET',
  path: onePath,
  name: 'flavors.extra-specs.show',
  policy: 'os_compute_api:os-flavor-extra-specs:show',
  replies: [200],
  handle: async ({ ctx, app, params }) => {
    const { id, extraSpecs } = await findFlavor(app.deps)(ctx, params.flavor_id)
    const key = params.flavor_extra_spec_key
    const value = extraSpecs[key]
    if (value === undefined) throw errors.FlavorHasNoSpec({ id, key })
    return ok({ [key]: value })
  },
})

const update = route({
  method: 'PUT',
  path: onePath,
  name: 'flavors.extra-specs.update',
  policy: 'os_compute_api:os-flavor-extra-specs:update',
  body: Specs,
  replies: [200],
  handle: async ({ ctx, app, params, body, version }) => {
    const flavor = await findFlavor(app.deps)(ctx, params.flavor_id)
    const key = params.flavor_extra_spec_key
    const { [key]: value, ...others } = asTexts(body)
    if (value === undefined || Object.keys(others).length > 0)
      throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
    requireValid({ [key]: value }, version)
    await write(app, flavor.id, { ...flavor.extraSpecs, [key]: value })
    return ok({ [key]: value })
  },
})

const remove = route({
  method: 'DELETE',
  path: onePath,
  name: 'flavors.extra-specs.delete',
  policy: 'os_compute_api:os-flavor-extra-specs:delete',
  replies: [200],
  handle: async ({ ctx, app, params }) => {
    const { id, extraSpecs } = await findFlavor(app.deps)(ctx, params.flavor_id)
    const key = params.flavor_extra_spec_key
    const { [key]: gone, ...kept } = extraSpecs
    if (gone === undefined) throw errors.FlavorHasNoSpec({ id, key })
    await write(app, id, kept)
    return { status: 200, headers: {} }
  },
})

export const flavorExtraSpecRoutes = [list, create, show, update, remove]
