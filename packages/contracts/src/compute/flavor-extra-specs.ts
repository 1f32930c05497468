import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const path = '/flavors/{flavor_id}/os-extra_specs'
const onePath = '/flavors/{flavor_id}/os-extra_specs/{flavor_extra_spec_key}'
const on = found('flavor')

const Specs = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
  Type.Union([Type.String({ maxLength: 255 }), Type.Number()]),
  exact,
)
const Shown = Type.Record(Type.String(), Type.String())
const errors = ['FlavorNotFound', 'FlavorHasNoSpec']

export const listExtraSpecs = operation({
  id: 'flavors.extra-specs.list',
  method: 'GET',
  path,
  summary: 'List the extra specs of a flavor',
  rule: 'os_compute_api:os-flavor-extra-specs:index',
  on,
  replies: { 200: view({ extra_specs: Shown }) },
  errors: ['FlavorNotFound'],
})

export const createExtraSpecs = operation({
  id: 'flavors.extra-specs.create',
  method: 'POST',
  path,
  summary: 'Add extra specs to a flavor',
  rule: 'os_compute_api:os-flavor-extra-specs:create',
  on,
  body: Type.Object({ extra_specs: Specs }, exact),
  replies: { 200: view({ extra_specs: Shown }) },
  errors: ['FlavorNotFound'],
})

export const showExtraSpec = operation({
  id: 'flavors.extra-specs.show',
  method: 'GET',
  path: onePath,
  summary: 'Show an extra spec of a flavor',
  rule: 'os_compute_api:os-flavor-extra-specs:show',
  on,
  replies: { 200: Shown },
  errors,
})

export const updateExtraSpec = operation({
  id: 'flavors.extra-specs.update',
  method: 'PUT',
  path: onePath,
  summary: 'Change an extra spec of a flavor',
  rule: 'os_compute_api:os-flavor-extra-specs:update',
  on,
  body: Type.Intersect([Specs, Type.Object({}, { minProperties: 1, maxProperties: 1 })]),
  replies: { 200: Shown },
  errors: ['FlavorNotFound'],
})

export const deleteExtraSpec = operation({
  id: 'flavors.extra-specs.delete',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete an extra spec of a flavor',
  rule: 'os_compute_api:os-flavor-extra-specs:delete',
  on,
  replies: { 200: empty },
  errors,
})
