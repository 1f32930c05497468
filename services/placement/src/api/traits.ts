import * as operations from '@nimbo/contracts/placement/traits'
import { answer } from '@nimbo/http/answer'
import { unknownTraits } from '../app/known-names.ts'
import { createTrait, listTraits, removeTrait } from '../app/traits.ts'
import { errors } from '../errors.ts'
import { fresh, freshHeaders } from './fresh.ts'
import { handle } from './handle.ts'

const list = handle(operations.listTraits, async (call) => {
  const { name, associated } = call.query
  return fresh(call, { traits: [...(await listTraits(call.app)(name, associated))] })
})

const show = handle(operations.showTrait, async (call) => {
  const { name } = call.params
  if ((await unknownTraits(call.app.db, [name])).length > 0) throw errors.TraitNotFound({ name })
  return fresh(call, undefined)
})

const create = handle(operations.createTrait, async (call) => {
  const { name } = call.params
  const isNew = await createTrait(call.app)(name)
  const location = `${call.base}/traits/${name}`
  return answer(undefined, {
    status: isNew ? 201 : 204,
    headers: { location, ...freshHeaders(call) },
  })
})

const remove = handle(operations.deleteTrait, async ({ app, params }) => {
  await removeTrait(app)(params.name)
})

export const traits = [list, show, create, remove]
