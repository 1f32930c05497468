import { prepared } from '@nimbo/db/prepared'
import type { Kysely, Selectable } from 'kysely'
import type { NetworkTables } from './tables.ts'

export type AgentRow = Selectable<NetworkTables['agents']>

/** The fields an agent reports of itself, whenever it reports. */
export type AgentReport = Omit<
  AgentRow,
  'id' | 'admin_state_up' | 'description' | 'created_at' | 'heartbeat_timestamp'
>

const mostAgents = 100_000

const agentsAliveOn = prepared(
  (db: Kysely<NetworkTables>, { host, since }: { readonly host: string; readonly since: string }) =>
    db
      .selectFrom('agents')
      .selectAll()
      .where('host', '=', host)
      .where('admin_state_up', '=', 1)
      .where('heartbeat_timestamp', '>=', since)
      .orderBy('id'),
)

export class Agents {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  list(): Promise<AgentRow[]> {
    return this.#db.selectFrom('agents').selectAll().orderBy('id').limit(mostAgents).execute()
  }

  get(id: string): Promise<AgentRow | undefined> {
    return this.#db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Agents of a host that are switched on and have been heard of since `since`. */
  aliveOn(host: string, since: string): Promise<AgentRow[]> {
    return agentsAliveOn(this.#db, { host, since })
  }

  /** Notes that an agent was heard of; answers whether it is new. `id` and `enabled` are for a new one. */
  async report(report: AgentReport, id: string, now: string, enabled: boolean): Promise<boolean> {
    const known = await this.#db
      .updateTable('agents')
      .set({ ...report, heartbeat_timestamp: now })
      .where('agent_type', '=', report.agent_type)
      .where('host', '=', report.host)
      .returning('id')
      .executeTakeFirst()
    if (known) return false
    const state = { admin_state_up: enabled ? 1 : 0, description: null }
    const added = await this.#db
      .insertInto('agents')
      .values({ ...report, ...state, id, created_at: now, heartbeat_timestamp: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return added !== undefined
  }

  async update(
    id: string,
    changes: Partial<Pick<AgentRow, 'admin_state_up' | 'description'>>,
  ): Promise<void> {
    await this.#db.updateTable('agents').set(changes).where('id', '=', id).execute()
  }

  async delete(id: string): Promise<boolean> {
    const deleted = await this.#db
      .deleteFrom('agents')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return deleted !== undefined
  }
}
