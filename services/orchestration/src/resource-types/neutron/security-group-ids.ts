import type { Clients } from '../../resource-type/clients.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'

/** The ids of security groups that are given by name or id. */
export const securityGroupIds = async (
  clients: Clients,
  groups: readonly unknown[],
): Promise<readonly string[]> => {
  const resolve = resolveEntities(clients)
  const ids: string[] = []
  for (const group of groups) ids.push(String(await resolve('neutron.security_group', group)))
  return ids
}
