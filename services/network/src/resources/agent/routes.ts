import * as operations from '@nimbo/contracts/network/agents'
import { handlersOf } from '@nimbo/http/handle'
import type { Deps } from '../../app/deps.ts'
import { agentLookUp } from './agent-look-up.ts'
import { agentView } from './agent-view.ts'
import { allAgents, deleteAgent, updateAgent } from './agents.ts'
import { errors } from './errors.ts'
import { zonesOf } from './zones.ts'

const handle = handlersOf<Deps>()({ agent: agentLookUp })

const list = handle(operations.listAgents, async ({ app, query, allows }) => {
  const agents = (await allAgents(app.db)).map((row) => agentView(app, row))
  const wanted = Object.entries(query)
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

export const agentRoutes = [list, show, update, remove, listZones]
