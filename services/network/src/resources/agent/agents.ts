import { prepared } from '@nimbo/db/prepared'
import type { Selectable } from 'kysely'
import type { Db, NetworkTables } from '../../tables.ts'

export type AgentRow = Selectable<NetworkTables['agents']>

/** The fields an agent reports of itself, whenever it reports. */
export type AgentReport = Omit<
  AgentRow,
  'id' | 'admin_state_up' | 'description' | 'created_at' | 'heartbeat_timestamp'
>

const mostAgents = 100_000

/** What serves DHCP on a host, as others know it. */
export const dhcpAgentType = 'DHCP agent'

/** What runs routers on a host. */
export const l3AgentType = 'L3 agent'

/** What answers guests that ask for metadata. */
const metadataAgentType = 'Metadata agent'

/** The agents that wire ports on a host, of those that are switched on and have been heard of since `since`. */
export const wiringAgentsOn = prepared(
  (db: Db, { host, since }: { readonly host: string; readonly since: string }) =>
    db
      .selectFrom('agents')
      .selectAll()
      .where('host', '=', host)
      .where('agent_type', 'not in', [dhcpAgentType, l3AgentType, metadataAgentType])
      .where('admin_state_up', '=', 1)
      .where('heartbeat_timestamp', '>=', since)
      .orderBy('id'),
)

export const allAgents = (db: Db): Promise<AgentRow[]> =>
  db.selectFrom('agents').selectAll().orderBy('id').limit(mostAgents).execute()

export const agentById = (db: Db, id: string): Promise<AgentRow | undefined> =>
  db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst()

/** The agents that serve DHCP. */
export const dhcpAgents = (db: Db): Promise<AgentRow[]> =>
  db.selectFrom('agents').selectAll().where('agent_type', '=', dhcpAgentType).limit(mostAgents).execute()

/** The agents that run routers. */
export const l3Agents = (db: Db): Promise<AgentRow[]> =>
  db.selectFrom('agents').selectAll().where('agent_type', '=', l3AgentType).limit(mostAgents).execute()

/** The routers that an agent runs, as its `agent_mode` says; those of before did not say. */
export const modeOf = ({ configurations }: Pick<AgentRow, 'configurations'>): string => {
  const told: unknown = JSON.parse(configurations)
  const mode = typeof told === 'object' && told !== null && 'agent_mode' in told ? told.agent_mode : undefined
  return typeof mode === 'string' ? mode : 'legacy'
}

/** Whether it runs routers that are on all hosts of their networks. */
export const runsDistributed = (agent: Pick<AgentRow, 'configurations'>): boolean =>
  modeOf(agent) !== 'legacy'

/** What serves DHCP beside an agent that wires ports: one process does both, but they are known, and switched off, apart. */
export const dhcpAgentBeside = (report: AgentReport, leaseSeconds: number): AgentReport => ({
  ...report,
  agent_type: dhcpAgentType,
  binary: 'neutron-dhcp-agent',
  topic: 'dhcp_agent',
  configurations: JSON.stringify({ dhcp_lease_duration: leaseSeconds }),
  vif_type: '',
})

/** What answers guests beside an agent that serves DHCP or runs routers, in whose namespaces they ask. */
export const metadataAgentBeside = (
  report: AgentReport,
  configurations: Readonly<Record<string, unknown>>,
): AgentReport => ({
  ...report,
  agent_type: metadataAgentType,
  binary: 'neutron-metadata-agent',
  topic: 'N/A',
  configurations: JSON.stringify(configurations),
  vif_type: '',
})

/** Notes that an agent was heard of. `id` is for a new one. */
export const reportAgent = async (db: Db, report: AgentReport, id: string, now: string): Promise<void> => {
  const known = await db
    .updateTable('agents')
    .set({ ...report, heartbeat_timestamp: now })
    .where('agent_type', '=', report.agent_type)
    .where('host', '=', report.host)
    .returning('id')
    .executeTakeFirst()
  if (known) return
  const state = { admin_state_up: 1, description: null }
  await db
    .insertInto('agents')
    .values({ ...report, ...state, id, created_at: now, heartbeat_timestamp: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The agent as it is now; undefined when there is none. */
export const updateAgent = (
  db: Db,
  id: string,
  changes: Partial<Pick<AgentRow, 'admin_state_up' | 'description'>>,
): Promise<AgentRow | undefined> =>
  Object.keys(changes).length === 0
    ? agentById(db, id)
    : db.updateTable('agents').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

/** Whether there was one. */
export const deleteAgent = async (db: Db, id: string): Promise<boolean> => {
  const deleted = await db.deleteFrom('agents').where('id', '=', id).returning('id').executeTakeFirst()
  return deleted !== undefined
}
