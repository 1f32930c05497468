import {
  addRouterToAgent,
  listAgentsOfRouter,
  removeRouterFromAgent,
} from '@nimbo/contracts/network/l3-scheduling'
import type { Clients } from '../../resource-type/clients.ts'

/** Schedules a router on exactly these L3 agents. */
export const routeBy = async (
  { network }: Clients,
  router_id: string,
  wanted: readonly string[],
): Promise<void> => {
  const { agents } = await network.call(listAgentsOfRouter, { path: { router_id } })
  const present = agents.map(({ id }) => id)
  for (const agent_id of present.filter((id) => !wanted.includes(id)))
    await network.call(removeRouterFromAgent, { path: { agent_id, router_id } })
  for (const agent_id of wanted.filter((id) => !present.includes(id)))
    await network.call(addRouterToAgent, { path: { agent_id }, body: { router_id } })
}
