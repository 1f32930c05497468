import type { HostNetwork } from '../driver/network-agent-driver.ts'
import { shortId } from './sync-parts.ts'

/** The network of a host that adds each network made there to `lately`. */
export const remembering = (network: HostNetwork, lately: Set<string>): HostNetwork => {
  const { ensureNetwork } = network.wires
  return {
    ...network,
    wires: {
      ...network.wires,
      ensureNetwork: async (segment) => {
        lately.add(shortId(segment.id))
        await ensureNetwork(segment)
      },
    },
  }
}
