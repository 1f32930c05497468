import { errors } from '../../errors.ts'
import type { ServerUsage } from './server-usage.ts'

/** All limited resources. */
export const quotaResources = [
  'instances',
  'cores',
  'ram',
  'metadata_items',
  'injected_files',
  'injected_file_content_bytes',
  'injected_file_path_length',
  'key_pairs',
  'server_groups',
  'server_group_members',
  'fixed_ips',
  'floating_ips',
  'security_groups',
  'security_group_rules',
] as const
export type QuotaResource = (typeof quotaResources)[number]

/** Limits that moved to Neutron: they can be set and shown but are not enforced. */
export const unlimitedByUs = {
  fixed_ips: -1,
  floating_ips: -1,
  security_groups: -1,
  security_group_rules: -1,
} as const satisfies Partial<Record<QuotaResource, number>>
export type Limits = Readonly<Record<QuotaResource, number>>

/** Whether `wanted` exceeds `limit`; -1 means unlimited. */
export const isOver = (limit: number, wanted: number): boolean => limit >= 0 && wanted > limit

const usedByServers = ['cores', 'instances', 'ram'] as const

/** Whether any limit concerns servers; otherwise counting is not needed. */
export const limitsServers = (limits: Partial<Limits>): boolean =>
  usedByServers.some((name) => (limits[name] ?? -1) >= 0)

/** Limits, and the usage that counts against them. */
export interface CountedLimits {
  readonly limits: Limits
  readonly used: ServerUsage
}

/** The limits and usage that apply to a user's servers. */
export interface CountedForMember {
  readonly project: CountedLimits
  /** Undefined when the user has no own limits for servers within the project. */
  readonly user: CountedLimits | undefined
}

/**
 * Throws Nova's 403 naming every resource for which use plus `wanted` exceeds the project's limit, or the user's. The
 * error contains the user's numbers if the project's limit allows at least one of these resources.
 */
export const requireQuota = ({ project, user }: CountedForMember, wanted: ServerUsage): void => {
  const overIn = (counted: CountedLimits | undefined): ReadonlySet<string> =>
    new Set(
      usedByServers.filter(
        (name) => counted && isOver(counted.limits[name], counted.used[name] + wanted[name]),
      ),
    )
  const [overProject, overUser] = [overIn(project), overIn(user)]
  const over = usedByServers.filter((name) => overProject.has(name) || overUser.has(name))
  if (over.length === 0) return
  const isUsers = over.some((name) => !overProject.has(name))
  const { limits, used } = isUsers && user ? user : project
  const each = (of: Readonly<Record<string, number>>): string => over.map((name) => of[name]).join(', ')
  throw errors.QuotaExceeded({
    overs: over.join(', '),
    requested: each({ ...wanted }),
    used: each({ ...used }),
    allowed: each({ ...limits }),
  })
}
