import { listLimits, showLimitModel } from '@nimbo/contracts/identity/limits'
import { listProjects, showProject } from '@nimbo/contracts/identity/projects'
import { listRegisteredLimits } from '@nimbo/contracts/identity/registered-limits'
import { listServices } from '@nimbo/contracts/identity/services'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { LRUCache } from 'lru-cache'
import type { ServiceClient } from './service-client.ts'

/** The limits of a project on a service's resources, by name; unregistered ones are absent. */
export type LimitsByName = ReadonlyMap<string, number>

/** The limits that apply to the sum of what a set of projects uses: one project, or a domain with its projects. */
export interface LimitLevel {
  readonly limits: LimitsByName
  readonly projectIds: readonly string[]
}

/**
 * Reads the limits of a service type from Keystone: the project's own, else the registered ones. Uses the service's own account
 * and caches for a few seconds.
 */
export interface UnifiedLimits {
  /** A project's effective limits: its own, else the registered ones. With the empty id, the registered ones. */
  of(ctx: Context, projectId: string): Promise<LimitsByName>
  /** Every level a project is held to: the project itself and, under `strict_two_level`, its domain with all projects in it. */
  levels(ctx: Context, projectId: string): Promise<readonly LimitLevel[]>
}

const mostLimits = 1_000
const mostProjects = 10_000
/** Maximum number of cached answers per kind. */
const mostKept = 1_000
const timeoutMs = 10_000
/** How long answers are cached, in ms; the longest delay before a changed limit applies. */
const keepMs = 3_000

/** The empty project id, for which only registered limits exist. */
const nobody = ''

interface Owner {
  readonly project_id?: string
  readonly domain_id?: string
}

/** Caches a lookup by id, including one in progress; failures are not cached. */
const kept = <Answer extends object>(
  clock: Clock,
  ask: (ctx: Context, id: string) => Promise<Answer>,
): typeof ask => {
  const known = new LRUCache<string, Promise<Answer>>({
    max: mostKept,
    ttl: keepMs,
    perf: { now: () => clock.now() },
  })
  return (ctx, id) => {
    const before = known.get(id)
    if (before) return before
    const asked = ask(ctx, id)
    known.set(id, asked)
    asked.catch(() => known.delete(id))
    return asked
  }
}

/** Reads the limits of the service with this catalog type, through its own account's client. */
export const unifiedLimits = (
  identity: ServiceClient,
  { type, clock }: { readonly type: string; readonly clock: Clock },
): UnifiedLimits => {
  const limitsOf = async (ctx: Context, owner: Owner): Promise<LimitsByName> => {
    const services = new Set<string>()
    for await (const { id } of identity.items(ctx, listServices, mostLimits, { query: { type }, timeoutMs }))
      services.add(id)
    const limits = new Map<string, number>()
    for await (const one of identity.items(ctx, listRegisteredLimits, mostLimits, { timeoutMs }))
      if (services.has(one.service_id)) limits.set(one.resource_name, one.default_limit)
    for await (const one of identity.items(ctx, listLimits, mostLimits, { query: { ...owner }, timeoutMs }))
      if (services.has(one.service_id)) limits.set(one.resource_name, one.resource_limit)
    return limits
  }
  const ofProject = kept(clock, (ctx, project_id) => limitsOf(ctx, { project_id }))
  const model = kept(clock, async (ctx) => (await identity.call(ctx, showLimitModel, { timeoutMs })).model)
  const domainOf = kept(clock, async (ctx, project_id) => {
    const { project } = await identity.call(ctx, showProject, { path: { project_id }, timeoutMs })
    return { id: project.domain_id ?? project.id }
  })
  const ofDomain = kept(clock, async (ctx, domain_id): Promise<LimitLevel> => {
    const limits = await limitsOf(ctx, { domain_id })
    const projectIds = [domain_id]
    const inDomain = { query: { domain_id }, timeoutMs }
    for await (const { id } of identity.items(ctx, listProjects, mostProjects, inDomain)) projectIds.push(id)
    return { limits, projectIds }
  })
  return {
    of: ofProject,
    levels: async (ctx, projectId) => {
      const own = { limits: await ofProject(ctx, projectId), projectIds: [projectId] }
      if (projectId === nobody || (await model(ctx, nobody)).name === 'flat') return [own]
      const domain = await ofDomain(ctx, (await domainOf(ctx, projectId)).id)
      return [own, domain]
    },
  }
}
