import { flavorNotifications } from '@nimbo/contracts/compute/notifications/administration'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { flavors } from '../../db/flavors.ts'
import { flavorData } from '../../domain/notifications/administration-payloads.ts'

interface Deps {
  readonly databases: Pick<Databases, 'api'>
  readonly clock: Clock
  readonly notifier: Notifier
}

/** Kinds of changes of a flavor. */
type Verb = keyof typeof flavorNotifications

/**
 * Changes a flavor and writes the notification in the same transaction; if `change` throws, everything is rolled back.
 */
export const changeFlavor =
  ({ databases, clock, notifier }: Deps) =>
  <Result>(
    ctx: Context,
    { id, verb }: { readonly id: string; readonly verb: Verb },
    change: (stored: ReturnType<typeof flavors>) => Promise<Result>,
  ): Promise<Result> =>
    notifier.together(databases.api, async (trx) => {
      const stored = flavors(trx, clock)
      const read = async (trx: Kysely<ApiTables>) => {
        const flavor = notifier.on ? await flavors(trx, clock).find(id) : undefined
        return flavor && flavorData(flavor, await stored.projectsOf(id))
      }
      const before = verb === 'delete' ? await read(trx) : undefined
      const result = await change(stored)
      const told = before ?? (await read(trx))
      if (told !== undefined)
        await notifier.tell(trx, ctx, flavorNotifications[verb], { resource: id, payload: () => told })
      return result
    })
