import { prepared } from '@nimbo/db/prepared'
import type { Selectable } from 'kysely'
import type { Db, NetworkTables } from '../../tables.ts'

export type AgentRow = Selectable<NetworkTables['agents']>

/** What an agent reports about itself each time; `resources_synced` is that of a new or restarted agent. */
export type AgentReport = Omit<
  AgentRow,
  'id' | 'admin_state_up' | 'description' | 'created_at' | 'heartbeat_timestamp'
>

const mostAgents = 100_000

/** The agent type of DHCP agents. */
export const dhcpAgentType = 'DHCP agent'

/** The agent type of L3 agents. */
export const l3AgentType = 'L3 agent'

/** The agent type of metadata agents. */
const metadataAgentType = 'Metadata agent'

/** The agent type of agents that set virtual functions of network cards. */
const nicSwitchAgentType = 'NIC Switch agent'

/** All agent types except those of L2 agents, which differ by driver. */
const otherAgentTypes = [dhcpAgentType, l3AgentType, metadataAgentType, nicSwitchAgentType]

interface OnHost {
  readonly host: string
  /** An agent that reported last before this instant is not alive. */
  readonly since: string
}

const aliveOn = (db: Db, { host, since }: OnHost) =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('host', '=', host)
    .where('admin_state_up', '=', 1)
    .where('heartbeat_timestamp', '>=', since)
    .orderBy('id')

/** The enabled agents that wire ports on a host and are alive. */
export const wiringAgentsOn = prepared((db: Db, where: OnHost) =>
  aliveOn(db, where).where('agent_type', 'not in', otherAgentTypes),
)

/** The enabled agents that set virtual functions on a host and are alive. */
export const nicSwitchAgentsOn = (db: Db, where: OnHost): Promise<AgentRow[]> =>
  aliveOn(db, where).where('agent_type', '=', nicSwitchAgentType).execute()

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

/** The L3 agent's `agent_mode`; older agents did not report it. */
export const modeOf = ({ configurations }: Pick<AgentRow, 'configurations'>): string => {
  const told: unknown = JSON.parse(configurations)
  const mode = typeof told === 'object' && told !== null && 'agent_mode' in told ? told.agent_mode : undefined
  return typeof mode === 'string' ? mode : 'legacy'
}

/** Whether the L3 agent runs distributed routers. */
export const runsDistributed = (agent: Pick<AgentRow, 'configurations'>): boolean =>
  modeOf(agent) !== 'legacy'

/** The report of the DHCP agent in the same process as an L2 agent; they are listed, and disabled, separately. */
export const dhcpAgentBeside = (report: AgentReport, leaseSeconds: number): AgentReport => ({
  ...report,
  agent_type: dhcpAgentType,
  binary: 'neutron-dhcp-agent',
  topic: 'dhcp_agent',
  configurations: JSON.stringify({ dhcp_lease_duration: leaseSeconds }),
  vif_type: '',
  resources_synced: null,
})

/** The report of the metadata agent in the same process as a DHCP or L3 agent. */
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
  resources_synced: null,
})

/** The report of the agent for virtual functions in the same process as an L2 agent. */
export const nicSwitchAgentBeside = (
  report: AgentReport,
  configurations: Readonly<Record<string, unknown>>,
): AgentReport => ({
  ...report,
  agent_type: nicSwitchAgentType,
  binary: 'neutron-sriov-nic-agent',
  topic: 'N/A',
  configurations: JSON.stringify(configurations),
  vif_type: 'hw_veb',
  resources_synced: null,
})

interface Heartbeat {
  readonly report: AgentReport
  readonly now: string
}

const updateKnown = prepared((db: Db, { report, now }: Heartbeat) =>
  db
    .updateTable('agents')
    .set((set) => ({
      ...{ ...report, heartbeat_timestamp: now },
      resources_synced: set
        .case()
        .when(set.and({ configurations: report.configurations, started_at: report.started_at }))
        .then(set.ref('resources_synced'))
        .else(report.resources_synced)
        .end(),
    }))
    .where('agent_type', '=', report.agent_type)
    .where('host', '=', report.host),
)

/** Records a report; `id` is used for a new agent. */
export const reportAgent = async (db: Db, report: AgentReport, id: string, now: string): Promise<void> => {
  if ((await updateKnown(db, { report, now })) > 0) return
  const state = { admin_state_up: 1, description: null }
  await db
    .insertInto('agents')
    .values({ ...report, ...state, id, created_at: now, heartbeat_timestamp: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The hosts of L2 agents, with the configurations that the agents reported. */
export const l2Reaches = (db: Db): Promise<Pick<AgentRow, 'host' | 'configurations'>[]> =>
  db
    .selectFrom('agents')
    .select(['host', 'configurations'])
    .where('agent_type', 'not in', otherAgentTypes)
    .orderBy('host')
    .limit(mostAgents)
    .execute()

/** The agents that have reported since `since` and whose offers placement does not know yet. */
export const agentsToSync = (db: Db, since: string): Promise<AgentRow[]> =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('resources_synced', '=', 0)
    .where('heartbeat_timestamp', '>=', since)
    .orderBy('id')
    .limit(mostAgents)
    .execute()

/** Records that placement knows what an agent has reported, unless it has reported something else meanwhile. */
export const markSynced = async (
  db: Db,
  { id, configurations, started_at }: Pick<AgentRow, 'id' | 'configurations' | 'started_at'>,
): Promise<void> => {
  await db
    .updateTable('agents')
    .set({ resources_synced: 1 })
    .where((where) => where.and({ id, configurations, started_at }))
    .execute()
}

/** The updated agent; undefined when it does not exist. */
export const updateAgent = (
  db: Db,
  id: string,
  changes: Partial<Pick<AgentRow, 'admin_state_up' | 'description'>>,
): Promise<AgentRow | undefined> =>
  Object.keys(changes).length === 0
    ? agentById(db, id)
    : db.updateTable('agents').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

/** Deletes an agent; false when it does not exist. */
export const deleteAgent = async (db: Db, id: string): Promise<boolean> => {
  const deleted = await db.deleteFrom('agents').where('id', '=', id).returning('id').executeTakeFirst()
  return deleted !== undefined
}
