import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Tenant = Type.Object({ tenant: Type.String({ minLength: 1, maxLength: 255 }) }, exact)
const path = '/flavors/{flavor_id}/action'
const on = found('flavor')
const replies = {
  200: view({
    flavor_access: Type.Array(view({ flavor_id: Type.String(), tenant_id: Type.String() })),
  }),
}

export const listFlavorAccess = operation({
  id: 'flavors.access.list',
  method: 'GET',
  path: '/flavors/{flavor_id}/os-flavor-access',
  summary: 'List the projects that may use a private flavor',
  rule: 'os_compute_api:os-flavor-access',
  on,
  replies,
  errors: ['FlavorNotFound'],
})

export const addFlavorAccess = operation({
  id: 'flavors.access.add',
  method: 'POST',
  path,
  action: 'addTenantAccess',
  summary: 'Let a project use a private flavor',
  rule: 'os_compute_api:os-flavor-access:add_tenant_access',
  on,
  body: Type.Object({ addTenantAccess: Tenant }, exact),
  replies,
  errors: ['FlavorNotFound', 'FlavorAccessExists'],
})

export const removeFlavorAccess = operation({
  id: 'flavors.access.remove',
  method: 'POST',
  path,
  action: 'removeTenantAccess',
  summary: 'Let a project use a private flavor no more',
  rule: 'os_compute_api:os-flavor-access:remove_tenant_access',
  on,
  body: Type.Object({ removeTenantAccess: Tenant }, exact),
  replies,
  errors: ['FlavorNotFound', 'FlavorAccessNotFound'],
})
