import { type Limits, unlimitedByUs } from './quota.ts'

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

/**
 * Compute's limits by their names in Keystone. A resource that must be registered and is not has limit 0; any other is
 * unlimited.
 */
export const fromUnified = (registered: ReadonlyMap<string, number>, requirement: Requirement): Limits => {
  const limitOf = limitIn(registered, requirement)
  return {
    ...unlimitedByUs,
    instances: limitOf('servers'),
    cores: limitOf('class:VCPU'),
    ram: limitOf('class:MEMORY_MB'),
    metadata_items: limitOf('server_metadata_items'),
    injected_files: limitOf('server_injected_files'),
    injected_file_content_bytes: limitOf('server_injected_file_content_bytes'),
    injected_file_path_length: limitOf('server_injected_file_path_bytes'),
    key_pairs: limitOf('server_key_pairs'),
    server_groups: limitOf('server_groups'),
    server_group_members: limitOf('server_group_members'),
  }
}
