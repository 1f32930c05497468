import type { Finding } from '../finding.ts'
import type { Check } from './check.ts'

/** Servers without a mapping or with that of another cell, and servers in two cells. */
const misplacedServers: Check = (census) =>
  census.servers.flatMap((server): Finding[] => {
    const { id, cellId } = server
    if (census.busy(id)) return []
    const about = { resource: { type: 'server', id }, serverId: id, cellId }
    const mapping = census.mapping(id)
    if (census.server(id) !== server)
      return [
        {
          ...about,
          kind: 'server-in-two-cells',
          problem: `Server ${id} is in cell ${cellId} and in cell ${census.server(id)?.cellId}, which its mapping names.`,
        },
      ]
    if (mapping?.cellId === cellId) return []
    return [
      {
        ...about,
        kind: 'server-without-mapping',
        problem:
          mapping === undefined
            ? `Server ${id} is in cell ${cellId}, and no mapping says so.`
            : `Server ${id} is in cell ${cellId}, and its mapping names ${mapping.cellId ?? 'no cell'}.`,
      },
    ]
  })

const emptyMappings: Check = (census) =>
  census.mappings
    .filter(({ serverId, queuedForDelete }) => !queuedForDelete && census.standing(serverId) === 'gone')
    .filter(({ serverId }) => !census.busy(serverId))
    .map(({ serverId, cellId }) => ({
      kind: 'mapping-without-server',
      resource: { type: 'instance-mapping', id: serverId },
      serverId,
      ...(cellId === null ? {} : { cellId }),
      problem: `A mapping names server ${serverId}, and neither a cell nor a build request has it.`,
    }))

/** Request specs without a mapping; those of deleted servers stay until they are archived. */
const strayRequestSpecs: Check = (census) =>
  census.requestSpecs
    .filter((id) => census.mapping(id) === undefined && census.standing(id) === 'gone' && !census.busy(id))
    .map((id) => ({
      kind: 'request-spec-without-server',
      resource: { type: 'request-spec', id },
      serverId: id,
      problem: `The request of server ${id} is kept, and there is no such server.`,
    }))

const goneMembers: Check = (census) =>
  census.groupMembers
    .filter(({ serverId }) => census.standing(serverId) === 'gone' && !census.busy(serverId))
    .map(({ groupId, serverId }) => ({
      kind: 'group-member-without-server',
      resource: { type: 'server-group', id: groupId },
      serverId,
      problem: `Server group ${groupId} counts server ${serverId} among its members, and there is no such server.`,
    }))

const goneDisks: Check = (census) => {
  const alive = new Set(census.servers.map(({ id, cellId }) => `${cellId} ${id}`))
  return census.disks
    .filter(({ serverId, cellId }) => !alive.has(`${cellId} ${serverId}`) && !census.busy(serverId))
    .map(({ id, serverId, cellId }) => ({
      kind: 'disk-of-gone-server',
      resource: { type: 'block-device', id },
      ...{ serverId, cellId },
      problem: `Disk ${id} is kept for server ${serverId}, and its cell has no such server.`,
    }))
}

/** Contradictions among compute's own databases. */
export const checkRecords: Check = (census) => [
  ...misplacedServers(census),
  ...emptyMappings(census),
  ...strayRequestSpecs(census),
  ...goneMembers(census),
  ...goneDisks(census),
]
