import { sql } from 'kysely'
import { inventoriesOf, needProvider, type Provider, usagesOf } from '../db/providers.ts'
import { saidAgain } from '../errors.ts'
import type { PlacementApp } from './app.ts'

/** Usage of each class of a provider, including zeros. */
export const providerUsages =
  ({ db }: PlacementApp) =>
  async (id: string): Promise<{ provider: Provider; usages: Record<string, number> }> => {
    const provider = await needProvider(db, id, saidAgain(': ', id))
    const usages = Object.fromEntries(
      (await inventoriesOf(db, [id])).map(({ resource_class }) => [resource_class, 0]),
    )
    for (const { resource_class, used } of await usagesOf(db, [id])) usages[resource_class] = Number(used)
    return { provider, usages }
  }

export interface TypedUsage {
  /** `unknown` for consumers without a type. */
  readonly consumerType: string
  /** The number of consumers of this type. */
  readonly consumers: number
  readonly used: Readonly<Record<string, number>>
}

interface WhoUses {
  readonly projectId: string
  readonly userId: string | undefined
  readonly consumerType: string | undefined
}

/** Usage of a project, or of one user or consumer type in it, by class and type. */
export const tenantUsages =
  ({ db }: PlacementApp) =>
  async ({ projectId, userId, consumerType }: WhoUses): Promise<readonly TypedUsage[]> => {
    const type = sql<string>`coalesce(c.consumer_type, 'unknown')`
    const using = db
      .selectFrom('allocations as a')
      .innerJoin('consumers as c', 'c.id', 'a.consumer_id')
      .where('c.project_id', '=', projectId)
      .$if(userId !== undefined, (query) => query.where('c.user_id', '=', userId ?? ''))
      .$if(consumerType !== undefined && consumerType !== 'all', (query) =>
        query.where(type, '=', consumerType ?? ''),
      )
    const amounts = await using
      .select(({ fn }) => [type.as('type'), 'a.resource_class', fn.sum<number>('a.used').as('used')])
      .groupBy([type, 'a.resource_class'])
      .execute()
    const counts = await using
      .select(({ fn }) => [type.as('type'), fn.count<number>('c.id').distinct().as('consumers')])
      .groupBy(type)
      .execute()
    return counts.map((row) => ({
      consumerType: row.type,
      consumers: Number(row.consumers),
      used: Object.fromEntries(
        amounts
          .filter((amount) => amount.type === row.type)
          .map(({ resource_class, used }) => [resource_class, Number(used)]),
      ),
    }))
  }
