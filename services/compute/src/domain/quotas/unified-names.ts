import { type Limits, type QuotaResource, unlimitedByUs } from './quota.ts'

/** `unified_limits_resource_strategy`: only the listed resources must be registered, or all except those. */
export interface Requirement {
  readonly unified_limits_resource_strategy: 'require' | 'ignore'
  readonly unified_limits_resource_list: readonly string[]
}

const isRequired = (
  name: string,
  { unified_limits_resource_strategy: strategy, ...which }: Requirement,
): boolean => which.unified_limits_resource_list.includes(name) === (strategy === 'require')

/** The limit of a resource by its name in identity. */
export const limitIn =
  (registered: ReadonlyMap<string, number>, requirement: Requirement) =>
  (name: string): number =>
    registered.get(name) ?? (isRequired(name, requirement) ? 0 : -1)

/** The names in Keystone of what compute limits. */
const unifiedNames = {
  instances: 'servers',
  cores: 'class:VCPU',
  ram: 'class:MEMORY_MB',
  metadata_items: 'server_metadata_items',
  injected_files: 'server_injected_files',
  injected_file_content_bytes: 'server_injected_file_content_bytes',
  injected_file_path_length: 'server_injected_file_path_bytes',
  key_pairs: 'server_key_pairs',
  server_groups: 'server_groups',
  server_group_members: 'server_group_members',
} as const satisfies Readonly<Record<Exclude<QuotaResource, keyof typeof unlimitedByUs>, string>>

/**
 * Limits of compute's own as limits in Keystone. Dedicated CPUs count as `cores` here and have a limit of their own there.
 */
export const toUnified = (limits: Readonly<Record<string, number>>): Readonly<Record<string, number>> => {
  const named = Object.entries({ ...unifiedNames, pcores: 'class:PCPU' })
  const { cores: pcores } = limits
  const all: Readonly<Record<string, number | undefined>> = { ...limits, pcores }
  return Object.fromEntries(
    named.flatMap(([resource, name]) => {
      const limit = all[resource]
      return limit === undefined ? [] : [[name, limit]]
    }),
  )
}

/**
 * Compute's limits by their names in Keystone. A resource that must be registered and is not has limit 0; any other is
 * unlimited.
 */
export const fromUnified = (registered: ReadonlyMap<string, number>, requirement: Requirement): Limits => {
  const limitOf = limitIn(registered, requirement)
  return {
    ...unlimitedByUs,
    instances: limitOf(unifiedNames.instances),
    cores: limitOf(unifiedNames.cores),
    ram: limitOf(unifiedNames.ram),
    metadata_items: limitOf(unifiedNames.metadata_items),
    injected_files: limitOf(unifiedNames.injected_files),
    injected_file_content_bytes: limitOf(unifiedNames.injected_file_content_bytes),
    injected_file_path_length: limitOf(unifiedNames.injected_file_path_length),
    key_pairs: limitOf(unifiedNames.key_pairs),
    server_groups: limitOf(unifiedNames.server_groups),
    server_group_members: limitOf(unifiedNames.server_group_members),
  }
}
