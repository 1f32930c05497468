import type { HostInventory } from '@nimbo/contracts/network/agent-rpc'
import type { HostNetwork, NetworkAgentDriver } from '../driver/network-agent-driver.ts'

/**
 * What the driver finds on the host: bridges, filters, DHCP servers and their leases; `lately` are the networks that the
 * agent has used since its last full resync.
 */
export const inventoryOf = async (
  { vifType }: Pick<NetworkAgentDriver, 'vifType'>,
  { wires, ports, dhcp }: HostNetwork,
  lately: ReadonlySet<string>,
): Promise<HostInventory> => {
  if (vifType === 'user') return { kept: false, networks: [], ports: [], served: [] }
  const served = await dhcp.served()
  return {
    kept: true,
    networks: [...(await wires.networks())],
    ports: [...(await ports.ports())],
    lately: [...lately],
    served: await Promise.all(
      served.map(async (networkId) => ({ networkId, leases: [...((await dhcp.leases?.(networkId)) ?? [])] })),
    ),
  }
}
