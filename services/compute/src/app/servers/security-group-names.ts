import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { Server } from '../../domain/servers/server.ts'

/** Ids per query to Neutron, to keep the URL short enough for proxies. */
const idsAQuery = 100

/**
 * Names of the security groups on servers' ports, by server, without duplicates. Servers without ports are left out:
 * they show the requested groups.
 */
export const securityGroupNames =
  (network: Pick<NetworkClient, 'ports' | 'securityGroups'>) =>
  async (ctx: Context, servers: readonly Server[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const ids = servers.filter(({ networkInfo }) => networkInfo.length > 0).map(({ id }) => id)
    if (ids.length === 0) return new Map()
    const ports = (
      await inChunks(ids, (device_id) => network.ports(ctx, { device_id }, ['device_id', 'security_groups']))
    ).flat()
    const groupIds = [...new Set(ports.flatMap(({ security_groups }) => security_groups))]
    const groups = (
      await inChunks(groupIds, (id) => network.securityGroups(ctx, { id }, ['id', 'name']))
    ).flat()
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    const ofServer = Map.groupBy(ports, ({ device_id }) => device_id)
    return new Map(
      [...ofServer].map(([serverId, own]) => [
        serverId,
        [...new Set(own.flatMap(({ security_groups }) => security_groups.map((id) => names.get(id) ?? id)))],
      ]),
    )
  }

const inChunks = <Result>(
  ids: readonly string[],
  ask: (chunk: readonly string[]) => Promise<Result>,
): Promise<Result[]> => {
  const chunks = Array.from({ length: Math.ceil(ids.length / idsAQuery) }, (_, index) =>
    ids.slice(index * idsAQuery, (index + 1) * idsAQuery),
  )
  return Promise.all(chunks.map(ask))
}
