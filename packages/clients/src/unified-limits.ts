import { listLimits } from '@nimbo/contracts/identity/limits'
import { listRegisteredLimits } from '@nimbo/contracts/identity/registered-limits'
import { listServices } from '@nimbo/contracts/identity/services'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { LRUCache } from 'lru-cache'
import type { ServiceClient } from './service-client.ts'

/** The limits of a project on the resources of a service, by name; what is not in it nobody has registered. */
export type UnifiedLimits = (ctx: Context, projectId: string) => Promise<ReadonlyMap<string, number>>

const mostLimits = 1_000
const mostProjects = 1_000
const timeoutMs = 10_000
/** A change of a limit counts this late. */
const keepMs = 3_000

/**
 * The limits that identity keeps for the service of a type: a project's own, else the registered ones. Asked for in the service's
 * own name and believed for a few seconds.
 */
export const unifiedLimits = (
  identity: ServiceClient,
  { type, clock }: { readonly type: string; readonly clock: Clock },
): UnifiedLimits => {
  const known = new LRUCache<string, Promise<ReadonlyMap<string, number>>>({
    max: mostProjects,
    ttl: keepMs,
    perf: { now: () => clock.now() },
  })
  const ask = async (ctx: Context, project_id: string): Promise<ReadonlyMap<string, number>> => {
    const services = new Set<string>()
    for await (const { id } of identity.items(ctx, listServices, mostLimits, { query: { type }, timeoutMs }))
      services.add(id)
    const limits = new Map<string, number>()
    for await (const one of identity.items(ctx, listRegisteredLimits, mostLimits, { timeoutMs }))
      if (services.has(one.service_id)) limits.set(one.resource_name, one.default_limit)
    for await (const one of identity.items(ctx, listLimits, mostLimits, { query: { project_id }, timeoutMs }))
      if (services.has(one.service_id)) limits.set(one.resource_name, one.resource_limit)
    return limits
  }
  return (ctx, projectId) => {
    const before = known.get(projectId)
    if (before) return before
    const asked = ask(ctx, projectId)
    known.set(projectId, asked)
    asked.catch(() => known.delete(projectId))
    return asked
  }
}
