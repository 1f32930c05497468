import * as operations from '@nimbo/contracts/network/agents'
import * as schedule from '@nimbo/contracts/network/dhcp-scheduling'
import { network } from '@nimbo/contracts/network/network'
import { handlersOf } from '@nimbo/http/handle'
import { isControl } from '@nimbo/resource/describe/list-query'
import { lookUpIn } from '../../api/served-kind.ts'
import { networkViews } from '../../api/views.ts'
import { listForm } from '../../api/words.ts'
import type { Deps } from '../../app/deps.ts'
import { addToAgent, agentsOfNetwork, networksOfAgent, removeFromAgent } from '../../dhcp/dhcp-scheduling.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { agentLookUp } from './agent-look-up.ts'
import { agentView } from './agent-view.ts'
import { allAgents, deleteAgent, updateAgent } from './agents.ts'
import { errors } from './errors.ts'
import { zonesOf } from './zones.ts'

const handle = handlersOf<Deps>()({
  agent: agentLookUp,
  network: lookUpIn(networks, networkErrors.NetworkNotFound),
})

/** Throws for filters by attributes that agents do not have. */
const checkFilters = (app: Deps, asked: URLSearchParams): void => {
  const unknown = [...new Set(asked.keys())].filter(
    (name) => !isControl(name) && !Object.hasOwn(operations.agentFilters, name),
  )
  if (unknown.length > 0) throw listForm(app).refusals.unknownFilters(unknown)
}

const list = handle(operations.listAgents, async ({ app, query, request, allows }) => {
  checkFilters(app, request.query)
  const agents = (await allAgents(app.db)).map((row) => agentView(app, row))
  const wanted = Object.entries(query).filter(([name]) => !isControl(name))
  const isWanted = (agent: operations.Agent): boolean => {
    const values: Readonly<Record<string, unknown>> = agent
    return wanted.every(([name, texts]) => {
      const value = String(values[name]).toLowerCase()
      return texts.some((text) => text.toLowerCase() === value)
    })
  }
  return { agents: agents.filter((agent) => allows('get_agent', agent) && isWanted(agent)) }
})

const show = handle(operations.showAgent, async ({ app, found }) => ({ agent: agentView(app, found.agent) }))

const update = handle(operations.updateAgent, async ({ app, ctx, found, body }) => {
  const { admin_state_up: up, description } = body.agent
  const { id } = found.agent
  const changes = {
    ...(up === undefined ? {} : { admin_state_up: up ? 1 : 0 }),
    ...(description === undefined ? {} : { description }),
  }
  const agent = await app.transaction(ctx, async (inside) => {
    const updated = await updateAgent(inside.db, id, changes)
    if (!updated) throw errors.AgentNotFound({ id })
    const shown = agentView(app, updated)
    await app.notices.updated(inside, 'agent', id, body.agent, shown)
    return shown
  })
  return { agent }
})

const remove = handle(operations.deleteAgent, async ({ app, ctx, found }) => {
  const { id } = found.agent
  await app.transaction(ctx, async (inside) => {
    if (!(await deleteAgent(inside.db, id))) throw errors.AgentNotFound({ id })
    await app.notices.deleted(inside, 'agent', id)
  })
})

const listZones = handle(operations.listAvailabilityZones, async ({ app }) => ({
  availability_zones: zonesOf(await allAgents(app.db)),
}))

const views = networkViews(network)([])

const scheduling = [
  handle(schedule.listNetworksOfAgent, async ({ app, found, allows }) => ({
    networks: (await networksOfAgent(app, found.agent)).map((each) => views(allows, each)),
  })),
  handle(schedule.addNetworkToAgent, async ({ app, ctx, found, body }) => {
    await addToAgent(app, ctx, found.agent, body.network_id)
    return null
  }),
  handle(schedule.removeNetworkFromAgent, ({ app, ctx, found, params }) =>
    removeFromAgent(app, ctx, found.agent, params.network_id),
  ),
  handle(schedule.listAgentsOfNetwork, async ({ app, found }) => ({
    agents: (await agentsOfNetwork(app, found.network.id)).map((agent) => agentView(app, agent)),
  })),
]

export const agentRoutes = [list, show, update, remove, listZones, ...scheduling]
