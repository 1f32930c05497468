import * as operations from '@nimbo/contracts/compute/flavor-extra-specs'
import type { Call } from '@nimbo/http/route'
import { own } from '@nimbo/kernel/own'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../../app/compute-app.ts'
import { extraSpecProblem } from '../../domain/flavors/extra-spec-rules.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const write = (
  { app, ctx }: Pick<Call<ComputeApp>, 'app' | 'ctx'>,
  id: string,
  extraSpecs: Readonly<Record<string, string>>,
): Promise<void> =>
  app.flavors.change(ctx, { id, verb: 'update' }, (stored) => stored.update(id, { extraSpecs }))

const asTexts = (specs: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, String(value)]))

const validated = microversion('2.86')

const requireValid = (specs: Readonly<Record<string, string>>, version: Microversion): void => {
  if (version < validated) return
  for (const [key, value] of Object.entries(specs)) {
    const reason = extraSpecProblem(key, value)
    if (reason !== undefined) throw errors.BadRequest({ reason })
  }
}

/** The value of one extra spec, and the other extra specs. */
const taken = (specs: Readonly<Record<string, string>>, key: string) => ({
  value: own(specs, key),
  others: Object.fromEntries(Object.entries(specs).filter(([name]) => name !== key)),
})

const list = handle(operations.listExtraSpecs, async ({ found }) => ({
  extra_specs: { ...found.flavor.extraSpecs },
}))

const create = handle(operations.createExtraSpecs, async (call) => {
  const { body, version } = call
  const { flavor } = call.found
  const added = asTexts(body.extra_specs)
  requireValid(added, version)
  await write(call, flavor.id, { ...flavor.extraSpecs, ...added })
  return { extra_specs: added }
})

const show = handle(operations.showExtraSpec, async ({ found: { flavor }, params }) => {
  const key = params.flavor_extra_spec_key
  const { value } = taken(flavor.extraSpecs, key)
  if (value === undefined) throw errors.FlavorHasNoSpec({ id: flavor.id, key })
  return { [key]: value }
})

const update = handle(operations.updateExtraSpec, async (call) => {
  const { flavor } = call.found
  const key = call.params.flavor_extra_spec_key
  const { value, others } = taken(asTexts(call.body), key)
  if (value === undefined || Object.keys(others).length > 0)
    throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  requireValid({ [key]: value }, call.version)
  await write(call, flavor.id, { ...flavor.extraSpecs, [key]: value })
  return { [key]: value }
})

const remove = handle(operations.deleteExtraSpec, async (call) => {
  const { flavor } = call.found
  const key = call.params.flavor_extra_spec_key
  const { value, others } = taken(flavor.extraSpecs, key)
  if (value === undefined) throw errors.FlavorHasNoSpec({ id: flavor.id, key })
  await write(call, flavor.id, others)
})

export const flavorExtraSpecRoutes = [list, create, show, update, remove]
