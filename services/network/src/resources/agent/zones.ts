import type { Db } from '../../tables.ts'
import { type AgentRow, allAgents } from './agents.ts'
import { errors } from './errors.ts'

/** The availability zones of agents. A zone is available while one of its agents is enabled. */
export const zonesOf = (agents: readonly AgentRow[]) =>
  [...new Set(agents.map(({ availability_zone }) => availability_zone))].sort().map((name) => ({
    name,
    resource: 'network',
    state: agents.some((agent) => agent.availability_zone === name && agent.admin_state_up === 1)
      ? 'available'
      : 'unavailable',
  }))

/** Throws for a hint at a zone that no agent is in. */
export const checkZones = async (db: Db, hints: readonly string[]): Promise<void> => {
  if (hints.length === 0) return
  const zones = new Set((await allAgents(db)).map(({ availability_zone }) => availability_zone))
  const unknown = hints.find((hint) => !zones.has(hint))
  if (unknown !== undefined) throw errors.AvailabilityZoneNotFound({ zone: unknown })
}
