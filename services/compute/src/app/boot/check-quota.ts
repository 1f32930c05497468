import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Databases } from '../../db/cells/databases.ts'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import { hasRoom, requireRoom } from '../../domain/quotas/class-room.ts'
import { isOver, limitsServers, requireQuota } from '../../domain/quotas/quota.ts'
import { noUsage, type ServerUsage } from '../../domain/quotas/server-usage.ts'
import { bootsFromVolume, requestedResources } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../../errors.ts'
import { countUsage } from '../quotas/count-usage.ts'
import type { ProjectLimits } from '../quotas/project-limits.ts'
import type { CheckedNetworks, CheckedRequest } from './boot-request.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly limits: ProjectLimits
}

const usageOf = ({ vcpus, memoryMb }: Flavor, count: number): ServerUsage => ({
  instances: count,
  cores: count * vcpus,
  ram: count * memoryMb,
})

/** Line 9: how many of the requested servers the quotas allow. Throws when fewer than `min_count`. */
export const checkQuota =
  (deps: Deps) =>
  async (ctx: Context, checked: CheckedRequest, networks: CheckedNetworks): Promise<number> => {
    const { limits, flavor, minCount, maxCount } = checked
    const projectId = ctx.projectId ?? ''
    const used = limitsServers(limits) ? await countUsage(deps)(projectId) : noUsage
    const each = requestedResources(flavor, bootsFromVolume(checked.blockDevices))
    const rooms = await deps.limits.roomOf(projectId, each)
    const roomFor = (count: number): boolean => {
      const wanted = usageOf(flavor, count)
      const withinQuota = (['instances', 'cores', 'ram'] as const).every(
        (name) => !isOver(limits[name], used[name] + wanted[name]),
      )
      return withinQuota && hasRoom(rooms, each, count)
    }
    let count = maxCount
    while (count > minCount && !roomFor(count)) count -= 1
    requireQuota(limits, used, usageOf(flavor, count))
    requireRoom(rooms, each, count)
    const ports = networks.newPortsEach
    const byPorts = ports === 0 ? count : Math.min(count, Math.floor(networks.portsLeft / ports))
    if (byPorts < minCount) throw errors.PortLimitExceeded()
    return byPorts
  }
