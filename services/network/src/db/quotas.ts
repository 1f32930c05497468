import { type Kysely, sql } from 'kysely'
import type { NetworkTables } from './tables.ts'

/** Limits that were set for a project, where they differ from the defaults. */
export class Quotas {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  async of(projectId: string): Promise<Map<string, number>> {
    const rows = await this.#db.selectFrom('quotas').selectAll().where('project_id', '=', projectId).execute()
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
  async used<Resource extends string>(
    collections: Readonly<Record<Resource, string>>,
    projectId: string,
  ): Promise<Record<Resource, number>> {
    const counts = Object.entries<string>(collections).map(
      ([resource, table]) =>
        sql`(select count(*) from ${sql.table(table)} where project_id = ${projectId}) as ${sql.ref(resource)}`,
    )
    const { rows } = await sql<Record<Resource, number | string>>`select ${sql.join(counts)}`.execute(
      this.#db,
    )
    return Object.fromEntries(
      Object.entries<number | string>(rows[0] ?? {}).map(([resource, count]) => [resource, Number(count)]),
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
