import { exact } from '@nimbo/contracts/compute/words'
import { ok } from '@nimbo/http/reply'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { findFlavor } from '../app/find-flavor.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const publicRefused = microversion('2.7')
const Tenant = Type.Object({ tenant: Type.String({ minLength: 1, maxLength: 255 }) }, exact)

const stored = ({ stores }: ComputeApp) => stores.flavors

const accessOf = async (app: ComputeApp, id: string): Promise<object> => ({
  flavor_access: (await stored(app).projectsOf(id)).map((tenant_id) => ({ flavor_id: id, tenant_id })),
})

const list = route({
  method: 'GET',
  path: '/flavors/{flavor_id}/os-flavor-access',
  name: 'flavors.access.list',
  policy: 'os_compute_api:os-flavor-access',
  replies: [200],
  handle: async ({ ctx, app, params }) => {
    const { id, isPublic } = await findFlavor(app.deps)(ctx, params.flavor_id)
    if (isPublic) throw errors.NotFound({ reason: 'Access list not available for public flavors.' })
    return ok(await accessOf(app, id))
  },
})

const add = route({
  method: 'POST',
  path: '/flavors/{flavor_id}/action',
  action: 'addTenantAccess',
  name: 'flavors.access.add',
  policy: 'os_compute_api:os-flavor-access:add_tenant_access',
  body: Type.Object({ addTenantAccess: Tenant }, exact),
  replies: [200],
  handle: async ({ ctx, app, params, body, version }) => {
    const { id, isPublic } = await findFlavor(app.deps)(ctx, params.flavor_id)
    if (isPublic && version >= publicRefused)
      throw errors.Conflict({ reason: 'Can not add access to a public flavor.' })
    const projectId = body.addTenantAccess.tenant
    if (!(await stored(app).giveTo(id, projectId))) throw errors.FlavorAccessExists({ id, projectId })
    return ok(await accessOf(app, id))
  },
})

const remove = route({
  method: 'POST',
  path: '/flavors/{flavor_id}/action',
  action: 'removeTenantAccess',
  name: 'flavors.access.remove',
  policy: 'os_compute_api:os-flavor-access:remove_tenant_access',
  body: Type.Object({ removeTenantAccess: Tenant }, exact),
  replies: [200],
  handle: async ({ ctx, app, params, body }) => {
    const { id } = await findFlavor(app.deps)(ctx, params.flavor_id)
    const projectId = body.removeTenantAccess.tenant
    if (!(await stored(app).takeFrom(id, projectId))) throw errors.FlavorAccessNotFound({ id, projectId })
    return ok(await accessOf(app, id))
  },
})

export const flavorAccessRoutes = [list, add, remove]
