import type { Finding } from '../finding.ts'
import type { Check } from './check.ts'

/** Ports of servers that are gone, and ports bound to another host than their server's. */
export const checkPorts: Check = (census) =>
  census.ports.flatMap(({ id, deviceId, boundTo }): Finding[] => {
    if (census.busy(deviceId)) return []
    const resource = { type: 'port', id }
    const server = census.server(deviceId)
    if (census.standing(deviceId) === 'gone')
      return [
        {
          kind: 'port-without-server',
          resource,
          serverId: deviceId,
          problem: `Port ${id} is held for server ${deviceId}, and there is no such server.`,
        },
      ]
    if (server === undefined || boundTo === (server.host ?? '')) return []
    const about = { resource, serverId: deviceId, cellId: server.cellId }
    if (server.host === null)
      return [
        {
          ...about,
          kind: 'port-without-server',
          problem: `Port ${id} is bound to ${boundTo} for server ${deviceId}, which has no host.`,
        },
      ]
    return [
      {
        ...about,
        kind: 'port-on-other-host',
        host: server.host,
        problem: `Port ${id} of server ${deviceId} is bound to ${boundTo || 'no host'}, and the server runs on ${server.host}.`,
      },
    ]
  })
