import type { Databases } from '../../db/cells/databases.ts'
import { requestedServer } from '../../db/servers/requested-server.ts'
import type { Member } from '../../domain/quotas/member-limits.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { ProjectLimits } from './project-limits.ts'

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  readonly limits: ProjectLimits
}

/**
 * Checks the quota again after a server has been scheduled and is counted, in case concurrent requests exceeded it together.
 * Throws Nova's 403.
 */
export const recheckQuota =
  ({ databases: { api }, config, limits }: Deps) =>
  async (member: Member, serverId: string): Promise<void> => {
    if (!config.quota.recheck_quota) return
    await limits.requireStillWithin(member, async () => {
      const asked = await requestedServer(api, serverId)
      if (asked === undefined) return undefined
      const { spec, build } = asked
      return { flavor: spec.flavor, fromVolume: bootsFromVolume(build?.blockDevices ?? []) }
    })
  }
