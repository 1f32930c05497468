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
export const limitsServers = (limits: Limits): boolean => usedByServers.some((name) => limits[name] >= 0)

/** Throws Nova's 403 naming every resource for which `used` plus `wanted` exceeds the limit. */
export const requireQuota = (limits: Limits, used: ServerUsage, wanted: ServerUsage): void => {
  const over = usedByServers.filter((name) => isOver(limits[name], used[name] + wanted[name]))
  if (over.length === 0) return
  const each = (of: Readonly<Record<string, number>>): string => over.map((name) => of[name]).join(', ')
  throw errors.QuotaExceeded({
    overs: over.join(', '),
    requested: each({ ...wanted }),
    used: each({ ...used }),
    allowed: each({ ...limits }),
  })
}
