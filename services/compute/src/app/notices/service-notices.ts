import { serviceNotifications } from '@nimbo/contracts/compute/notifications/administration'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { services } from '../../db/hosts/services.ts'
import { serviceData } from '../../domain/notifications/administration-payloads.ts'
import type { SurveyedService } from '../hosts/survey-hosts.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly notifier: Notifier
}

/** Changes or deletes a service in its cell and writes the notification in the same transaction. */
export const changeServiceRow =
  ({ databases, clock, notifier }: Deps) =>
  async (
    ctx: Context,
    { row, cellId, zone }: SurveyedService,
    verb: 'update' | 'delete',
    change: (stored: ReturnType<typeof services>, trx: Kysely<CellTables>) => Promise<void>,
  ): Promise<void> =>
    notifier.together(await databases.cell(cellId), async (trx) => {
      const stored = services(trx, clock)
      await change(stored, trx)
      if (!notifier.on) return
      const told = (await stored.find(row.id)) ?? row
      await notifier.tell(trx, ctx, serviceNotifications[verb], {
        resource: row.id,
        host: row.host,
        payload: () => serviceData(told, zone),
      })
    })
