import { serverUpdateParts } from '@nimbo/contracts/compute/notifications/servers'
import { serverExistsNotifications } from '@nimbo/contracts/compute/notifications/usage-audit'
import type { Context } from '@nimbo/kernel/context'
import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import { filled } from '@nimbo/notifications/notification'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import { serverData, serverUsage, type NotifiedServer } from '../../domain/notifications/server-payloads.ts'
import { wireTime, wireTimeSpaced } from '../../domain/wire-time.ts'
import type { CellTables } from '../schema/cell-tables.ts'

/** The bounds of a period, each in the given format. */
const bounds = ({ beginning, ending }: AuditPeriod, format: (instant: string) => string) => ({
  audit_period_beginning: format(beginning.toISOString()),
  audit_period_ending: format(ending.toISOString()),
})

/** Writes the usage audit's notification of a server that was active during a period, in both formats. */
export const notifyExistence =
  ({ tell }: Pick<Notifier, 'tell'>) =>
  async (
    cell: Kysely<CellTables>,
    ctx: Context,
    told: NotifiedServer,
    period: AuditPeriod,
  ): Promise<void> => {
    const { server } = told
    const common = { resource: server.id, host: server.host ?? undefined }
    await tell(cell, ctx, serverExistsNotifications.versioned, {
      ...common,
      payload: () => ({
        ...serverData(told, ctx),
        audit_period: filled(serverUpdateParts.auditPeriod, bounds(period, wireTime)),
      }),
    })
    await tell(cell, ctx, serverExistsNotifications.unversioned, {
      ...common,
      // As in Nova the instants have no zone here, unlike in versioned notifications.
      payload: () => ({ ...serverUsage(server), ...bounds(period, wireTimeSpaced), bandwidth: {} }),
    })
  }
