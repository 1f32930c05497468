import type { AgentRow } from './agents.ts'

/** The availability zones of agents. A zone is available while one of its agents is enabled. */
export const zonesOf = (agents: readonly AgentRow[]) =>
  [...new Set(agents.map(({ availability_zone }) => availability_zone))].sort().map((name) => ({
    name,
    resource: 'network',
    state: agents.some((agent) => agent.availability_zone === name && agent.admin_state_up === 1)
      ? 'available'
      : 'unavailable',
  }))
