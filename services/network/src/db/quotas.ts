import { prepared } from '@nimbo/db/prepared'
import { type Kysely, sql } from 'kysely'
import type { NetworkTables } from './tables.ts'

const limitsOf = prepared((db: Kysely<NetworkTables>, { projectId }: { readonly projectId: string }) =>
  db.selectFrom('quotas').selectAll().where('project_id', '=', projectId),
)

/** What is counted of a project, and where. */
const tables = {
  network: 'networks',
  subnet: 'subnets',
  port: 'ports',
  security_group: 'security_groups',
  security_group_rule: 'security_group_rules',
} as const

export type Counted = keyof typeof tables

interface Count {
  readonly projectId: string
  readonly of: Readonly<Partial<Record<Counted, true>>>
}

const countsOf = prepared((db: Kysely<NetworkTables>, { projectId, of }: Count) =>
  db.selectNoFrom((query) =>
    (Object.keys(of) as Counted[]).map((name) =>
      query
        .selectFrom(tables[name])
        .select(sql<number | string>`count(*)`.as('count'))
        .where('project_id', '=', projectId)
        .as(name),
    ),
  ),
)

/** Limits that were set for a project, where they differ from the defaults. */
export class Quotas {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  async of(projectId: string): Promise<Map<string, number>> {
    const rows = await limitsOf(this.#db, { projectId })
    return new Map(rows.map(({ resource, hard_limit }) => [resource, hard_limit]))
  }

  async set(projectId: string, limits: ReadonlyMap<string, number>): Promise<void> {
    for (const [resource, hard_limit] of limits)
      await this.#db
        .insertInto('quotas')
        .values({ project_id: projectId, resource, hard_limit })
        .onConflict((conflict) => conflict.columns(['project_id', 'resource']).doUpdateSet({ hard_limit }))
        .execute()
  }

  /** False when nothing was set for the project. */
  async reset(projectId: string): Promise<boolean> {
    const deleted = await this.#db
      .deleteFrom('quotas')
      .where('project_id', '=', projectId)
      .returning('resource')
      .execute()
    return deleted.length > 0
  }

  /** How many of each of these kinds a project has, counted in one query. */
  async used<Resource extends Counted>(
    resources: readonly Resource[],
    projectId: string,
  ): Promise<Record<Resource, number>> {
    const of = Object.fromEntries(resources.map((name) => [name, true]))
    const [counts = {}] = await countsOf(this.#db, { projectId, of })
    return Object.fromEntries(
      Object.entries(counts).map(([resource, count]) => [resource, Number(count)]),
    ) as Record<Resource, number>
  }

  async projects(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('quotas')
      .select('project_id')
      .distinct()
      .orderBy('project_id')
      .limit(10_000)
      .execute()
    return rows.map(({ project_id }) => project_id)
  }
}
