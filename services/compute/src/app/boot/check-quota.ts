import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { storedPart } from '../../domain/flavors/flavor.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../../errors.ts'
import type { ProjectLimits } from '../quotas/project-limits.ts'
import type { RequireServers } from '../quotas/server-room.ts'
import type { CheckedNetworks, CheckedRequest } from './boot-request.ts'

interface Deps {
  readonly limits: ProjectLimits
}

const isRoomFor = (require: RequireServers, count: number): boolean => {
  try {
    require({ servers: count, sizes: count })
    return true
  } catch (error) {
    if (isFault(error)) return false
    throw error
  }
}

/**
 * The greatest number of servers from `least` to `most` for which there is room; `least` if there is none even for that.
 * Halves the range, because a tenant may ask for billions.
 */
const mostThatFit = (require: RequireServers, least: number, most: number): number => {
  let [fitting, limit] = [least, most]
  while (fitting < limit) {
    const middle = Math.ceil((fitting + limit) / 2)
    if (isRoomFor(require, middle)) fitting = middle
    else limit = middle - 1
  }
  return fitting
}

/** Line 9 of the boot flow: how many of the requested servers the quotas allow. Throws when fewer than `min_count`. */
export const checkQuota =
  (deps: Deps) =>
  async (ctx: Context, checked: CheckedRequest, networks: CheckedNetworks): Promise<number> => {
    const { limits, flavor, blockDevices, minCount, maxCount } = checked
    const size = { flavor: storedPart(flavor), fromVolume: bootsFromVolume(blockDevices) }
    const requireServers = await deps.limits.roomFor(
      { projectId: ctx.projectId ?? '', userId: ctx.userId ?? '' },
      size,
      limits,
    )
    const count = mostThatFit(requireServers, minCount, maxCount)
    requireServers({ servers: count, sizes: count })
    const ports = networks.newPortsEach
    const byPorts = ports === 0 ? count : Math.min(count, Math.floor(networks.portsLeft / ports))
    if (byPorts < minCount) throw errors.PortLimitExceeded()
    return byPorts
  }
