import { sql } from 'kysely'
import { inventoriesOf, needProvider, type Provider, usagesOf } from '../db/providers.ts'
import type { PlacementApp } from './app.ts'

/** Amounts used of each class a provider has, zeros included. */
export const providerUsages =
  ({ db }: PlacementApp) =>
  async (id: string): Promise<{ provider: Provider; usages: Record<string, number> }> => {
    const provider = await needProvider(db, id)
    const usages = Object.fromEntries(
      (await inventoriesOf(db, [id])).map(({ resource_class }) => [resource_class, 0]),
    )
    for (const { resource_class, used } of await usagesOf(db, [id])) usages[resource_class] = Number(used)
    return { provider, usages }
  }

export interface TypedUsage {
  /** `unknown` for consumers that never said what they are. */
  readonly consumerType: string
  readonly consumers: number
  readonly resourceClass: string
  readonly used: number
}

/** What a project (and of it one user, or one type of consumers) uses of each class. */
export const tenantUsages =
  ({ db }: PlacementApp) =>
  async (
    projectId: string,
    userId: string | undefined,
    consumerType: string | undefined,
  ): Promise<readonly TypedUsage[]> => {
    const type = sql<string>`coalesce(c.consumer_type, 'unknown')`
    const rows = await db
      .selectFrom('allocations as a')
      .innerJoin('consumers as c', 'c.id', 'a.consumer_id')
      .select(({ fn }) => [
        type.as('type'),
        'a.resource_class',
        fn.sum<number>('a.used').as('used'),
        fn.count<number>('c.id').distinct().as('consumers'),
      ])
      .where('c.project_id', '=', projectId)
      .$if(userId !== undefined, (query) => query.where('c.user_id', '=', userId ?? ''))
      .$if(consumerType !== undefined && consumerType !== 'all', (query) =>
        query.where(type, '=', consumerType ?? ''),
      )
      .groupBy([type, 'a.resource_class'])
      .execute()
    return rows.map((row) => ({
      consumerType: row.type,
      consumers: Number(row.consumers),
      resourceClass: row.resource_class,
      used: Number(row.used),
    }))
  }
