import type { NetworkAgentDriver, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { willingDriver, willingHost } from './test-network.ts'

/** A driver whose hosts wire every port, and the ports as last wired, by id. */
export const wiredPorts = (): {
  readonly driver: NetworkAgentDriver
  readonly wired: ReadonlyMap<string, WiredPort>
} => {
  const wired = new Map<string, WiredPort>()
  const driver = willingDriver(() => {
    const host = willingHost()
    const wirePorts = async (ports: readonly WiredPort[]) => {
      for (const port of ports) wired.set(port.id, port)
      return new Set(ports.map(({ id }) => id))
    }
    return { ...host, ports: { ...host.ports, wirePorts } }
  })
  return { driver, wired }
}
