import { kindOf } from '@nimbo/http/handle'
import type { Deps } from '../../app/deps.ts'
import { agentById } from './agents.ts'
import { errors } from './errors.ts'

/** How operations on an agent look it up. */
export const agentLookUp = kindOf<Deps>()({
  by: 'agent_id',
  find: async ({ app }, id) => {
    const agent = await agentById(app.db, id)
    if (!agent) throw errors.AgentNotFound({ id })
    return agent
  },
  facts: ({ id, host, agent_type }) => ({ id, host, agent_type }),
  knownBy: { rule: 'get_agent', notFound: (id) => errors.AgentNotFound({ id }) },
})
