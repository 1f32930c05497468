import type { ServiceClient } from '@nimbo/clients/service-client'
import { createLimits, listLimits } from '@nimbo/contracts/identity/limits'
import { createRegisteredLimits, listRegisteredLimits } from '@nimbo/contracts/identity/registered-limits'
import { listServices } from '@nimbo/contracts/identity/services'
import type { Context } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'

const most = 10_000

/** Limits by the names of resources. */
export type NamedLimits = Readonly<Record<string, number>>

/** Compute's limits in identity, in one region or without one. */
export interface LimitsInIdentity {
  registered(): Promise<NamedLimits>
  register(name: string, limit: number): Promise<void>
  ofProject(projectId: string): Promise<NamedLimits>
  limitProject(projectId: string, name: string, limit: number): Promise<void>
}

/** The id of compute in the catalog. */
const idOfCompute = async (identity: ServiceClient, ctx: Context): Promise<string> => {
  const found = identity.items(ctx, listServices, most, { query: { type: 'compute' } })
  for await (const { id } of found) return id
  throw new UserError('the catalog of identity has no service of type compute')
}

/** With a region, its limits; otherwise those of all regions are read, and limits without one are created. */
export const limitsInIdentity = async (
  identity: ServiceClient,
  ctx: Context,
  regionId: string | undefined,
): Promise<LimitsInIdentity> => {
  const service_id = await idOfCompute(identity, ctx)
  const region = regionId === undefined ? {} : { region_id: regionId }
  const query = { service_id, ...region }
  return {
    registered: async () => {
      const found: Record<string, number> = {}
      for await (const one of identity.items(ctx, listRegisteredLimits, most, { query }))
        found[one.resource_name] = one.default_limit
      return found
    },
    register: async (resource_name, default_limit) => {
      const registered_limits = [{ service_id, ...region, resource_name, default_limit }]
      await identity.call(ctx, createRegisteredLimits, { body: { registered_limits } })
    },
    ofProject: async (project_id) => {
      const found: Record<string, number> = {}
      for await (const one of identity.items(ctx, listLimits, most, { query: { ...query, project_id } }))
        found[one.resource_name] = one.resource_limit
      return found
    },
    limitProject: async (project_id, resource_name, resource_limit) => {
      const limits = [{ service_id, ...region, project_id, resource_name, resource_limit }]
      await identity.call(ctx, createLimits, { body: { limits } })
    },
  }
}
