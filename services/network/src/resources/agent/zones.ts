import type { Db } from '../../tables.ts'
import { type AgentRow, allAgents, l3AgentType } from './agents.ts'
import { errors } from './errors.ts'

/** The kind of resource that an agent serves. */
const resourceOf = ({ agent_type }: AgentRow): 'network' | 'router' =>
  agent_type === l3AgentType ? 'router' : 'network'

/**
 * The availability zones of agents, by the kind of resource that the agents serve. A zone is available while one of its agents
 * is enabled.
 */
export const zonesOf = (agents: readonly AgentRow[]) =>
  (['network', 'router'] as const).flatMap((resource) => {
    const among = agents.filter((agent) => resourceOf(agent) === resource)
    return [...new Set(among.map(({ availability_zone }) => availability_zone))].sort().map((name) => ({
      name,
      resource,
      state: among.some((agent) => agent.availability_zone === name && agent.admin_state_up === 1)
        ? 'available'
        : 'unavailable',
    }))
  })

/** Throws for a hint that names a zone without agents. */
export const checkZones = async (db: Db, hints: readonly string[]): Promise<void> => {
  if (hints.length === 0) return
  const zones = new Set((await allAgents(db)).map(({ availability_zone }) => availability_zone))
  const unknown = hints.find((hint) => !zones.has(hint))
  if (unknown !== undefined) throw errors.AvailabilityZoneNotFound({ zone: unknown })
}
