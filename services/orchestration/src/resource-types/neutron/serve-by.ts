import {
  addNetworkToAgent,
  listAgentsOfNetwork,
  removeNetworkFromAgent,
} from '@nimbo/contracts/network/dhcp-scheduling'
import type { Clients } from '../../resource-type/clients.ts'

/** Schedules a network on exactly these DHCP agents. */
export const serveBy = async (
  { network }: Clients,
  network_id: string,
  wanted: readonly string[],
): Promise<void> => {
  const { agents } = await network.call(listAgentsOfNetwork, { path: { network_id } })
  const present = agents.map(({ id }) => id)
  for (const agent_id of wanted.filter((id) => !present.includes(id)))
    await network.call(addNetworkToAgent, { path: { agent_id }, body: { network_id } })
  for (const agent_id of present.filter((id) => !wanted.includes(id)))
    await network.call(removeNetworkFromAgent, { path: { agent_id, network_id } })
}
