import * as operations from '@nimbo/contracts/compute/flavor-access'
import { microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../../app/compute-app.ts'
import { requireProject } from '../../app/quotas/require-project.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const publicRefused = microversion('2.7')

const accessOf = async ({ stores }: ComputeApp, id: string) => ({
  flavor_access: (await stores.flavors.projectsOf(id)).map((tenant_id) => ({ flavor_id: id, tenant_id })),
})

const list = handle(operations.listFlavorAccess, async ({ app, found: { flavor } }) => {
  if (flavor.isPublic) throw errors.NotFound({ reason: 'Access list not available for public flavors.' })
  return accessOf(app, flavor.id)
})

const add = handle(operations.addFlavorAccess, async ({ app, ctx, found: { flavor }, body, version }) => {
  if (flavor.isPublic && version >= publicRefused)
    throw errors.Conflict({ reason: 'Can not add access to a public flavor.' })
  const { id } = flavor
  const projectId = body.addTenantAccess.tenant
  await requireProject(app.deps)(ctx, projectId)
  await app.flavors.change(ctx, { id, verb: 'update' }, async (stored) => {
    if (!(await stored.giveTo(id, projectId))) throw errors.FlavorAccessExists({ id, projectId })
  })
  return accessOf(app, id)
})

const remove = handle(operations.removeFlavorAccess, async ({ app, ctx, found, body }) => {
  const { id } = found.flavor
  const projectId = body.removeTenantAccess.tenant
  await app.flavors.change(ctx, { id, verb: 'update' }, async (stored) => {
    if (!(await stored.takeFrom(id, projectId))) throw errors.FlavorAccessNotFound({ id, projectId })
  })
  return accessOf(app, id)
})

export const flavorAccessRoutes = [list, add, remove]
