import { type Member, type MemberLimits, shownLimits } from '../../domain/quotas/member-limits.ts'
import { type CountedForMember, limitsServers } from '../../domain/quotas/quota.ts'
import { noUsage } from '../../domain/quotas/server-usage.ts'
import type { ReadUsage } from './usage-of-project.ts'

/**
 * The limits for servers with the usage that counts against them. Usage is read only if there are such limits, and the
 * user's only if the user has own ones.
 */
export const countForMember = async (
  usage: ReadUsage,
  { projectId, userId }: Member,
  limits: MemberLimits,
): Promise<CountedForMember> => {
  const { project, own } = limits
  const [used, usedByUser] = await Promise.all([
    limitsServers(project) ? usage(projectId) : noUsage,
    limitsServers(own) ? usage(projectId, userId) : undefined,
  ])
  return {
    project: { limits: project, used },
    user: usedByUser && { limits: shownLimits(limits), used: usedByUser },
  }
}
