import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { ProjectLimits } from './project-limits.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly config: ComputeConfig
  readonly limits: ProjectLimits
}

/**
 * Checks the quota again after a server has been scheduled and is counted, in case concurrent requests exceeded it together.
 * Throws Nova's 403.
 */
export const recheckQuota =
  ({ databases: { api }, clock, config, limits }: Deps) =>
  async (projectId: string, serverId: string): Promise<void> => {
    if (!config.quota.recheck_quota) return
    const [spec, pending] = await Promise.all([
      requestSpecs(api, clock).find(serverId),
      buildRequests(api, clock).find(serverId),
    ])
    if (spec === undefined) return
    const fromVolume = bootsFromVolume(pending?.build.blockDevices ?? [])
    const requireServers = await limits.roomFor(projectId, { flavor: spec.flavor, fromVolume })
    requireServers({ servers: 0, sizes: 0 })
  }
