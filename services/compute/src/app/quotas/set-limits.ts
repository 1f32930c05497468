import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { quotas } from '../../db/quotas/quotas.ts'
import { serverGroups } from '../../db/server-groups.ts'
import type { Limits, QuotaResource } from '../../domain/quotas/quota.ts'
import { errors } from '../../errors.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { ProjectLimits } from './project-limits.ts'

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  readonly clock: Clock
  readonly limits: Pick<ProjectLimits, 'usage'>
}

/** A project's usage of each resource; limits per server, user or group have no usage of the project. */
export const projectUsage =
  (deps: Deps) =>
  async (projectId: string): Promise<Readonly<Partial<Record<QuotaResource, number>>>> => ({
    ...(await deps.limits.usage(projectId)),
    server_groups: await serverGroups(deps.databases.api, deps.clock).count([projectId]),
  })

const mostLimit = 2_147_483_647

const requireValid = (name: string, limit: number): void => {
  if (limit < -1)
    throw errors.BadRequest({ reason: `Quota limit ${limit} for ${name} must be -1 or greater.` })
  if (limit > mostLimit)
    throw errors.BadRequest({
      reason: `Quota limit ${limit} for ${name} must be less than or equal to ${mostLimit}.`,
    })
}

/** Sets a project's limits. Throws `BadRequest` for one below the usage, unless `force`. */
export const setLimits =
  (deps: Deps) =>
  async (
    projectId: string,
    limits: Partial<Limits>,
    { force }: { readonly force: boolean },
  ): Promise<void> => {
    const used = force ? {} : await projectUsage(deps)(projectId)
    for (const [name, limit] of Object.entries(limits) as [QuotaResource, number][]) {
      requireValid(name, limit)
      const minimum = used[name] ?? 0
      if (limit >= 0 && limit < minimum)
        throw errors.BadRequest({
          reason: `Quota limit ${limit} for ${name} must be greater than or equal to already used and reserved ${minimum}.`,
        })
    }
    await quotas(deps.databases.api).set(projectId, { ...limits })
  }
