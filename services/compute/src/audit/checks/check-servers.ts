import type { Finding } from '../finding.ts'
import type { Check } from './check.ts'
import { hasDomain } from './has-domain.ts'

/** Built servers without a host. A running flow may cause this, so servers with a flow are skipped. */
const onNoHost: Check = (census) =>
  census.servers
    .filter((server) => census.server(server.id) === server && server.host === null && hasDomain(server))
    .map(({ id, cellId, vmState }) => ({
      kind: 'server-without-host',
      resource: { type: 'server', id },
      ...{ serverId: id, cellId },
      problem: `Server ${id} is ${vmState}, and is on no host.`,
    }))

/** Servers with an interface whose port does not exist. */
const withoutPorts: Check = (census) => {
  if (census.misses('service', 'network')) return []
  const held = new Set(census.ports.map(({ id, deviceId }) => `${deviceId} ${id}`))
  return census.servers
    .filter((server) => census.server(server.id) === server && server.host !== null && hasDomain(server))
    .filter(({ id }) => !census.busy(id))
    .flatMap(({ id, cellId, host, portIds }) =>
      portIds
        .filter((portId) => !held.has(`${id} ${portId}`))
        .map(
          (portId): Finding => ({
            kind: 'server-without-port',
            resource: { type: 'port', id: portId },
            ...{ serverId: id, cellId, ...(host === null ? {} : { host }) },
            problem: `Server ${id} has an interface of port ${portId}, and the network service holds no such port for it.`,
          }),
        ),
    )
}

/** Servers that lack something they need to run. */
export const checkServers: Check = (census) => [...onNoHost(census), ...withoutPorts(census)]
