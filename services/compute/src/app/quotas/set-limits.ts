import { inOne } from '@nimbo/db/in-one'
import { quotas } from '../../db/quotas/quotas.ts'
import { userQuotas } from '../../db/quotas/user-quotas.ts'
import { divideLimits } from '../../domain/quotas/member-limits.ts'
import type { Limits, QuotaResource } from '../../domain/quotas/quota.ts'
import { errors } from '../../errors.ts'
import { type QuotaDeps, type QuotaOwner, type QuotaUsage, quotaUsage } from './quota-usage.ts'

/** The name of a limit in the API, which for one limit differs from the option's. */
const nameInApi = (name: QuotaResource): string =>
  name === 'injected_file_path_length' ? 'injected_file_path_bytes' : name

const mostLimit = 2_147_483_647

const requireValid = (name: string, limit: number): void => {
  if (limit < -1)
    throw errors.BadRequest({ reason: `Quota limit ${limit} for ${name} must be -1 or greater.` })
  if (limit > mostLimit)
    throw errors.BadRequest({
      reason: `Quota limit ${limit} for ${name} must be less than or equal to ${mostLimit}.`,
    })
}

/** The allowed values of a limit. */
interface Range {
  readonly minimum: number
  /** -1 means no maximum. */
  readonly maximum: number
}

type Given = Readonly<Record<string, number>>
type RangeOf = (name: QuotaResource) => Range

/** A project's limit must not be lower than its usage, or than the sum of its users' limits. */
const rangesOfProject =
  (limits: Limits, used: QuotaUsage, given: Given): RangeOf =>
  (name) => {
    const sum = given[name] ?? 0
    // As in Nova, only the usage counts if the users' limits exceed the project's already, or the project has no limit.
    return { minimum: Math.max(used[name] ?? 0, sum > limits[name] ? 0 : sum), maximum: -1 }
  }

/**
 * A user's limit must not be lower than the user's usage, or higher than what the limits of the project's other users
 * leave.
 */
const rangesOfUser =
  (limits: Limits, used: QuotaUsage, given: Given): RangeOf =>
  (name) => {
    const maximum = limits[name] < 0 ? -1 : Math.max(limits[name] - (given[name] ?? 0), 0)
    return { minimum: used[name] ?? 0, maximum }
  }

const requireIn = (name: string, limit: number, { minimum, maximum }: Range): void => {
  if (limit >= 0 && limit < minimum)
    throw errors.BadRequest({
      reason: `Quota limit ${limit} for ${name} must be greater than or equal to already used and reserved ${minimum}.`,
    })
  if (maximum >= 0 && (limit < 0 || limit > maximum))
    throw errors.BadRequest({
      reason: `Quota limit ${limit} for ${name} must be less than or equal to ${maximum}.`,
    })
}

const rangesFor = async (deps: QuotaDeps, owner: QuotaOwner): Promise<RangeOf> => {
  const { projectId, userId } = owner
  const [limits, used, given] = await Promise.all([
    deps.limits.of(projectId),
    quotaUsage(deps)(owner),
    userQuotas(deps.databases.api).given(projectId, userId),
  ])
  return (userId === undefined ? rangesOfProject : rangesOfUser)(limits, used, given)
}

/**
 * Sets limits of a project, or of a user within it. Unless `force` is set, throws `BadRequest` for a limit below the
 * usage or above what the project has left. With unified limits nothing is set, as in Nova.
 */
export const setLimits =
  (deps: QuotaDeps) =>
  async (
    owner: QuotaOwner,
    limits: Partial<Limits>,
    { force }: { readonly force: boolean },
  ): Promise<void> => {
    if (deps.limits.areUnified) return
    const { projectId, userId } = owner
    const rangeOf = force ? undefined : await rangesFor(deps, owner)
    for (const [name, limit] of Object.entries(limits) as [QuotaResource, number][]) {
      requireValid(nameInApi(name), limit)
      if (rangeOf !== undefined) requireIn(nameInApi(name), limit, rangeOf(name))
    }
    const { api } = deps.databases
    if (userId === undefined) return quotas(api).set(projectId, { ...limits })
    const { own, project } = divideLimits(limits)
    await inOne(api, async (trx) => {
      await userQuotas(trx).set({ projectId, userId }, { ...own })
      await quotas(trx).set(projectId, { ...project })
    })
  }

/** Removes the limits of a project and its users, or of one user alone; does nothing with unified limits. */
export const removeLimits =
  (deps: QuotaDeps) =>
  async ({ projectId, userId }: QuotaOwner): Promise<void> => {
    if (deps.limits.areUnified) return
    const { api } = deps.databases
    if (userId === undefined) await quotas(api).removeOf(projectId)
    else await userQuotas(api).removeOf({ projectId, userId })
  }
