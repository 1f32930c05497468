import { listLimits } from '@nimbo/contracts/identity/limits'
import { listRegisteredLimits } from '@nimbo/contracts/identity/registered-limits'
import type { ServiceClient } from '@nimbo/clients/service-client'
import type { Context } from '@nimbo/kernel/context'
import type { LimitedResource } from './usages.ts'

/** The limits of a project, as identity keeps them. */
export type LimitsOf = (ctx: Context, projectId: string) => Promise<(resource: LimitedResource) => number>

const mostLimits = 1_000
const timeoutMs = 10_000

/** A project's own limit, else the one registered for all; of what nobody has registered there may be nothing. */
export const keystoneLimits =
  (identity: ServiceClient): LimitsOf =>
  async (ctx, project_id) => {
    const limits = new Map<string, number>()
    for await (const one of identity.items(ctx, listRegisteredLimits, mostLimits, { timeoutMs }))
      limits.set(one.resource_name, one.default_limit)
    for await (const one of identity.items(ctx, listLimits, mostLimits, { query: { project_id }, timeoutMs }))
      limits.set(one.resource_name, one.resource_limit)
    return (resource) => limits.get(resource) ?? 0
  }
