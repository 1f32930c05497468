import { agentNotifications } from '@nimbo/contracts/network/notifications/resources'
import type { Context } from '@nimbo/kernel/context'
import type { AgentRow } from '../db/agents.ts'
import type { Store } from '../db/store.ts'
import { errors } from '../errors.ts'
import { aliveSince } from './agent-liveness.ts'
import type { Deps } from './deps.ts'

/** An agent as the API shows it. */
export interface Agent {
  readonly id: string
  readonly host: string
  readonly agent_type: string
  readonly binary: string
  readonly topic: string
  readonly availability_zone: string
  readonly admin_state_up: boolean
  readonly alive: boolean
  readonly description: string | null
  readonly configurations: unknown
  readonly resources_synced: null
  readonly created_at: string
  readonly started_at: string
  readonly heartbeat_timestamp: string
}

/** `2026-01-31 12:00:00`, which is how agents' times are shown, unlike all others. */
const spaced = (instant: string): string => instant.slice(0, 19).replace('T', ' ')

export const agentOperations = (deps: Deps) => {
  const { store, transaction, notices } = deps
  const agentOf = (row: AgentRow): Agent => ({
    id: row.id,
    host: row.host,
    agent_type: row.agent_type,
    binary: row.binary,
    topic: row.topic,
    availability_zone: row.availability_zone,
    admin_state_up: row.admin_state_up === 1,
    alive: row.heartbeat_timestamp >= aliveSince(deps),
    description: row.description,
    configurations: JSON.parse(row.configurations) as unknown,
    resources_synced: null,
    created_at: spaced(row.created_at),
    started_at: spaced(row.started_at),
    heartbeat_timestamp: spaced(row.heartbeat_timestamp),
  })
  const get = async (id: string, within: Store = store): Promise<Agent> => {
    const row = await within.agents.get(id)
    if (!row) throw errors.AgentNotFound({ id })
    return agentOf(row)
  }
  return {
    list: async (): Promise<Agent[]> => (await store.agents.list()).map(agentOf),
    get: (id: string): Promise<Agent> => get(id),
    update: async (
      ctx: Context,
      id: string,
      changes: { admin_state_up?: boolean; description?: string | null },
    ): Promise<Agent> => {
      await get(id)
      const { admin_state_up: up, description } = changes
      const row = {
        ...(up === undefined ? {} : { admin_state_up: up ? 1 : 0 }),
        ...(description === undefined ? {} : { description }),
      }
      return transaction(async (inside) => {
        if (Object.keys(row).length > 0) await inside.agents.update(id, row)
        const agent = await get(id, inside)
        await notices.updated(inside, ctx, agentNotifications, changes, { ...agent, project_id: '' })
        return agent
      })
    },
    delete: (ctx: Context, id: string): Promise<void> =>
      transaction((inside) =>
        notices.deleting(inside, ctx, agentNotifications, { id }, async () => {
          if (!(await inside.agents.delete(id))) throw errors.AgentNotFound({ id })
        }),
      ),
    /** Zones of the agents, each available while one of them is switched on. */
    zones: async (): Promise<{ name: string; resource: string; state: string }[]> => {
      const agents = await store.agents.list()
      return [...new Set(agents.map(({ availability_zone }) => availability_zone))].sort().map((name) => ({
        name,
        resource: 'network',
        state: agents.some((agent) => agent.availability_zone === name && agent.admin_state_up === 1)
          ? 'available'
          : 'unavailable',
      }))
    },
  }
}
