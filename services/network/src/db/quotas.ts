import { prepared } from '@nimbo/db/prepared'
import { type Kysely, sql } from 'kysely'
import type { NetworkTables } from './tables.ts'

/** What is counted of a project, and where. */
const tables = {
  network: 'networks',
  subnet: 'subnets',
  port: 'ports',
  security_group: 'security_groups',
  security_group_rule: 'security_group_rules',
} as const

export type Counted = keyof typeof tables

export interface Usage {
  /** Undefined where nothing was set for the project. */
  readonly limit: number | undefined
  readonly used: number
}

const limitsOf = prepared((db: Kysely<NetworkTables>, { projectId }: { readonly projectId: string }) =>
  db.selectFrom('quotas').selectAll().where('project_id', '=', projectId),
)

interface UsageWanted {
  readonly projectId: string
  readonly of: Readonly<Partial<Record<Counted, true>>>
}

/** One row, with two columns for each kind. */
const usageOf = prepared((db: Kysely<NetworkTables>, { projectId, of }: UsageWanted) =>
  db.selectNoFrom((query) =>
    (Object.keys(of) as Counted[]).flatMap((name) => [
      query
        .selectFrom('quotas')
        .select(sql<number | null>`hard_limit`.as('amount'))
        .where('project_id', '=', projectId)
        .where('resource', '=', name)
        .as(`limit:${name}`),
      query
        .selectFrom(tables[name])
        .select(sql<number | null>`count(*)`.as('amount'))
        .where('project_id', '=', projectId)
        .as(`used:${name}`),
    ]),
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

  /** The limits that were set for these kinds, and how many of each a project has; one query. */
  async usage<Resource extends Counted>(
    resources: readonly Resource[],
    projectId: string,
  ): Promise<Record<Resource, Usage>> {
    const of = Object.fromEntries(resources.map((name) => [name, true]))
    const [row = {}] = await usageOf(this.#db, { projectId, of })
    const amounts: Readonly<Record<string, number | null>> = row
    const usageFrom = (name: Resource): Usage => ({
      limit: amounts[`limit:${name}`] ?? undefined,
      used: amounts[`used:${name}`] ?? 0,
    })
    return Object.fromEntries(resources.map((name) => [name, usageFrom(name)])) as Record<Resource, Usage>
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
