import { measureRoom, overLimits, overLimitText } from '@nimbo/clients/limit-room'
import type { ProjectUsages } from '@nimbo/clients/project-usages'
import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { slots } from '@nimbo/kernel/slots'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import type { Databases } from '../../db/cells/databases.ts'
import type { Member, MemberLimits } from '../../domain/quotas/member-limits.ts'
import { requireQuota } from '../../domain/quotas/quota.ts'
import { resourcesForLimits } from '../../domain/quotas/resources-for-limits.ts'
import { noUsage } from '../../domain/quotas/server-usage.ts'
import { limitIn } from '../../domain/quotas/unified-names.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { ComputeConfig } from '../compute-options.ts'
import { countForMember } from './count-for-member.ts'
import { countUsage } from './count-usage.ts'
import type { ReadUsage } from './usage-of-project.ts'

/** The properties of a server that decide what it counts against quotas. */
export interface ServerSize {
  readonly flavor: EmbeddedFlavor
  readonly fromVolume: boolean
}

/** The number of servers to add, and the number of flavors to add: a resize adds a flavor but no server. */
export interface MoreServers {
  readonly servers: number
  readonly sizes: number
}

/** Checks whether a number of servers of one size fits the quota, against usage read once. Throws Nova's 403. */
export type RequireServers = (more: MoreServers) => void

interface Counting {
  readonly databases: Databases
  readonly clock: Clock
}

type LimitsOf = (member: Member) => Promise<MemberLimits>

/** Checks against Nova's own quotas. */
export const countedRoom =
  (usage: ReadUsage, limitsOf: LimitsOf) =>
  async (
    member: Member,
    { flavor: { vcpus, memoryMb } }: ServerSize,
    known?: MemberLimits,
  ): Promise<RequireServers> => {
    const counted = await countForMember(usage, member, known ?? (await limitsOf(member)))
    return ({ servers, sizes }) =>
      requireQuota(counted, { instances: servers, cores: sizes * vcpus, ram: sizes * memoryMb })
  }

/** Throws Nova's 403 when the current usage of a project or its user exceeds Nova's own quotas. */
export const requireCounted =
  (usage: ReadUsage, limitsOf: LimitsOf) =>
  async (member: Member): Promise<void> =>
    requireQuota(await countForMember(usage, member, await limitsOf(member)), noUsage)

interface Unified extends Counting {
  readonly config: ComputeConfig
  readonly unified: UnifiedLimits
  readonly usages: ProjectUsages
}

/** Maximum number of concurrent usage requests to placement. */
const askedAtOnce = 8
const serversName = 'servers'
const nameOf = (resourceClass: string): string => `class:${resourceClass}`

/** The name of the limit that a resource class counts against. */
const countedAs =
  ({ workarounds }: Pick<ComputeConfig, 'workarounds'>) =>
  (resourceClass: string): string =>
    nameOf(resourceClass === 'PCPU' && workarounds.unified_limits_count_pcpu_as_vcpu ? 'VCPU' : resourceClass)

/** The amounts that a server of this size adds, by the name of their limit. */
const amountsOf = (
  { flavor, fromVolume }: ServerSize,
  nameIn: (resourceClass: string) => string,
): ReadonlyMap<string, number> => {
  const amounts = new Map<string, number>()
  for (const [resourceClass, amount] of Object.entries(resourcesForLimits(flavor, fromVolume)))
    amounts.set(nameIn(resourceClass), (amounts.get(nameIn(resourceClass)) ?? 0) + amount)
  return amounts
}

/**
 * Counts servers from instance mappings and resource classes from placement allocations. Of several projects, only
 * those with servers are queried.
 */
const usageOf =
  ({ databases, clock, usages, config }: Unified) =>
  async (
    projectIds: readonly string[],
    resources: readonly string[],
  ): Promise<Readonly<Record<string, number>>> => {
    const counted =
      projectIds.length === 1
        ? projectIds
        : await instanceMappings(databases.api, clock).projectsAmong(projectIds)
    const sums = new Map<string, number>()
    const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount)
    const lane = slots(askedAtOnce)
    const addOf = async (projectId: string): Promise<void> => {
      if (resources.includes(serversName))
        add(serversName, (await countUsage({ databases, clock })(projectId)).instances)
      if (resources.every((name) => name === serversName)) return
      for (const [name, amount] of Object.entries(await usages(internalContext(), projectId)))
        add(countedAs(config)(name), amount)
    }
    await Promise.all(counted.map((projectId) => lane.run(() => addOf(projectId))))
    return Object.fromEntries(sums)
  }

/** Checks against Keystone's unified limits: the number of servers and every resource class that the flavor requests. */
export const unifiedRoom =
  (deps: Unified) =>
  async ({ projectId }: Member, size: ServerSize): Promise<RequireServers> => {
    const { unified, config } = deps
    const each = [...amountsOf(size, countedAs(config))]
    const levels = await unified.levels(internalContext(), projectId)
    const room = await measureRoom(levels, {
      resources: [serversName, ...each.map(([name]) => name)],
      usageOf: usageOf(deps),
      unregistered: limitIn(new Map(), config.quota),
    })
    return ({ servers, sizes }) => {
      const deltas = Object.fromEntries(each.map(([name, amount]) => [name, sizes * amount]))
      const over = overLimits(room, { ...deltas, [serversName]: servers })
      if (over.length > 0) throw errors.OverUnifiedLimit({ reason: overLimitText(projectId, over) })
    }
  }
