import { type Limits, type QuotaResource, quotaResources } from './quota.ts'

/** A user within a project. */
export interface Member {
  readonly projectId: string
  readonly userId: string
}

/** The limits that apply to a user: those of the project, and those set for the user within it. */
export interface MemberLimits {
  readonly project: Limits
  /** Only the limits that were set for the user. */
  readonly own: Partial<Limits>
}

/** A user's limits as the API shows them: those of the project where the user has none. */
export const shownLimits = ({ project, own }: MemberLimits): Limits => ({ ...project, ...own })

const lower = (one: number, other: number): number =>
  one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other)

/** The lower of both limits of each resource, for checking a single request; -1 where neither limits it. */
export const lowerLimits = ({ project, own }: MemberLimits): Limits => {
  const limits: { -readonly [Name in QuotaResource]: number } = { ...project }
  for (const name of quotaResources) limits[name] = lower(project[name], own[name] ?? -1)
  return limits
}

/** Divides limits that are set for a user: Nova stores some of them for the whole project nevertheless. */
export const divideLimits = (
  limits: Partial<Limits>,
): { readonly own: Partial<Limits>; readonly project: Partial<Limits> } => {
  const { fixed_ips, floating_ips, ...own } = limits
  return {
    own,
    project: {
      ...(fixed_ips === undefined ? {} : { fixed_ips }),
      ...(floating_ips === undefined ? {} : { floating_ips }),
    },
  }
}
