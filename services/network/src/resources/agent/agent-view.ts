import type { Agent } from '@nimbo/contracts/network/agents'
import type { Deps } from '../../app/deps.ts'
import { aliveSince } from '../../hosts/agent-liveness.ts'
import type { AgentRow } from './agents.ts'

/** The format of agents' timestamps, `2026-01-31 12:00:00`, which differs from all others in Neutron. */
const spaced = (instant: string): string => instant.slice(0, 19).replace('T', ' ')

/** An agent as the API shows it. */
export const agentView = (deps: Pick<Deps, 'clock' | 'config'>, row: AgentRow): Agent => ({
  id: row.id,
  host: row.host,
  agent_type: row.agent_type,
  binary: row.binary,
  topic: row.topic,
  availability_zone: row.availability_zone,
  admin_state_up: row.admin_state_up === 1,
  alive: row.heartbeat_timestamp >= aliveSince(deps),
  description: row.description,
  configurations: JSON.parse(row.configurations),
  resources_synced: row.resources_synced === null ? null : row.resources_synced === 1,
  created_at: spaced(row.created_at),
  started_at: spaced(row.started_at),
  heartbeat_timestamp: spaced(row.heartbeat_timestamp),
})
