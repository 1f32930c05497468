import { aggregateNotifications } from '@nimbo/contracts/compute/notifications/administration'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import { aggregates } from '../../db/aggregates.ts'
import type { Databases } from '../../db/cells/databases.ts'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { aggregateData, aggregateUsage } from '../../domain/notifications/administration-payloads.ts'

interface Deps {
  readonly databases: Pick<Databases, 'api'>
  readonly clock: Clock
  readonly notifier: Notifier
}

interface ToldChange {
  readonly what: keyof typeof aggregateNotifications
  /** The state before; absent for a new aggregate. */
  readonly aggregate?: Aggregate
  /** The host that is added to or removed from the aggregate. */
  readonly host?: string
}

/**
 * Changes an aggregate and writes its start and end notifications in the same transaction; `change` returns the
 * aggregate's id, and if it throws, everything is rolled back.
 */
export const changeAggregate =
  ({ databases, clock, notifier }: Deps) =>
  (
    ctx: Context,
    { what, aggregate, host }: ToldChange,
    change: (stored: ReturnType<typeof aggregates>) => Promise<number>,
  ): Promise<number> =>
    notifier.together(databases.api, async (trx) => {
      const stored = aggregates(trx, clock)
      const id = await change(stored)
      if (!notifier.on) return id
      const after = (await stored.find(id)) ?? aggregate
      const phases = [
        ['start', aggregate ?? after],
        ['end', after],
      ] as const
      const { versioned, unversioned } = aggregateNotifications[what]
      for (const [phase, told] of phases) {
        if (told === undefined) continue
        const common = { phase, resource: told.uuid }
        await notifier.tell(trx, ctx, versioned, { ...common, payload: () => aggregateData(told) })
        await notifier.tell(trx, ctx, unversioned, {
          ...common,
          payload: () => aggregateUsage(told, host ?? null),
        })
      }
      return id
    })
