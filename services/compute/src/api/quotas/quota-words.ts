import type { LimitName, LimitsView } from '@nimbo/contracts/compute/quotas'
import type { Limits, QuotaResource } from '../../domain/quotas/quota.ts'

/** API names of limits. */
const limitNames = {
  instances: 'instances',
  cores: 'cores',
  ram: 'ram',
  metadata_items: 'metadata_items',
  key_pairs: 'key_pairs',
  server_groups: 'server_groups',
  server_group_members: 'server_group_members',
  injected_files: 'injected_files',
  injected_file_content_bytes: 'injected_file_content_bytes',
  injected_file_path_bytes: 'injected_file_path_length',
  fixed_ips: 'fixed_ips',
  floating_ips: 'floating_ips',
  security_groups: 'security_groups',
  security_group_rules: 'security_group_rules',
} as const satisfies Record<LimitName, QuotaResource>

/** Builds an object with a value for each limit under its API name. */
export const byWireName = <Value>(forLimit: (name: QuotaResource) => Value): Record<LimitName, Value> => {
  const one = (name: LimitName): Value => forLimit(limitNames[name])
  return {
    ...{ instances: one('instances'), cores: one('cores'), ram: one('ram') },
    ...{ metadata_items: one('metadata_items'), key_pairs: one('key_pairs') },
    ...{ server_groups: one('server_groups'), server_group_members: one('server_group_members') },
    injected_files: one('injected_files'),
    injected_file_content_bytes: one('injected_file_content_bytes'),
    injected_file_path_bytes: one('injected_file_path_bytes'),
    ...{ fixed_ips: one('fixed_ips'), floating_ips: one('floating_ips') },
    ...{ security_groups: one('security_groups'), security_group_rules: one('security_group_rules') },
  }
}

/** Limits in the API's format. */
export const limitsView = (limits: Limits): LimitsView => byWireName((name) => limits[name])

type Asked = { readonly [Name in LimitName]?: number | string }

/** The limits set by a request body. */
export const limitsIn = (asked: Asked): Partial<Limits> => {
  const limits: { -readonly [Name in QuotaResource]?: number } = {}
  for (const [name, limit] of Object.entries(limitNames)) {
    const value = new Map(Object.entries(asked)).get(name)
    if (value !== undefined) limits[limit] = Number(value)
  }
  return limits
}
