import { backupExists } from '@nimbo/contracts/volume/notifications/backups'
import { snapshotExists } from '@nimbo/contracts/volume/notifications/snapshots'
import { volumeExists } from '@nimbo/contracts/volume/notifications/volumes'
import { internalContext } from '@nimbo/kernel/context'
import type { AuditPeriod } from '@nimbo/notifications/audit-period'
import type { Notifier } from '@nimbo/notifications/notifier'
import { stableMessageId } from '@nimbo/notifications/stable-message-id'
import { backups, dependentsOf } from '../db/backups.ts'
import type { Db } from '../db/db.ts'
import { findSnapshot } from '../db/snapshots.ts'
import { findVolume } from '../db/volumes.ts'
import { backupPayload, snapshotPayload, volumePayload } from '../domain/notification-payloads.ts'
import { queueOf } from '../domain/volume-host.ts'

/** The number of notifications per transaction. */
const together = 100

const tables = ['volumes', 'snapshots', 'backups'] as const
type Table = (typeof tables)[number]

const idsAfter = async (trx: Db, table: Table, ending: string, after: string): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .where('created_at', '<', ending)
    .orderBy('id')
    .limit(together)
    .execute()
  return rows.map(({ id }) => id)
}

const tellers = ({ tell }: Pick<Notifier, 'tell'>, { beginning, ending }: AuditPeriod) => {
  const ctx = internalContext()
  const period = {
    audit_period_beginning: beginning.toISOString(),
    audit_period_ending: ending.toISOString(),
  }
  const told = (id: string, host: string | null | undefined) => ({
    ...{ resource: id, messageId: stableMessageId('exists', id, period.audit_period_ending) },
    host: host ? queueOf(host) : undefined,
  })
  return {
    volumes: async (trx: Db, id: string): Promise<void> => {
      const found = await findVolume(trx, id, undefined)
      if (!found) return
      const payload = () => ({ ...volumePayload(found), ...period })
      await tell(trx, ctx, volumeExists, { ...told(id, found.host), payload })
    },
    snapshots: async (trx: Db, id: string): Promise<void> => {
      const found = await findSnapshot(trx, id, undefined)
      if (!found) return
      const volume = await findVolume(trx, found.volumeId, undefined)
      const payload = () => ({ ...snapshotPayload(found, volume?.availabilityZone ?? ''), ...period })
      await tell(trx, ctx, snapshotExists, { ...told(id, volume?.host), payload })
    },
    backups: async (trx: Db, id: string): Promise<void> => {
      const found = await backups.get(trx, 'all', id)
      if (!found) return
      const dependents = (await dependentsOf(trx, [id])).get(id) ?? 0
      const payload = () => ({ ...backupPayload(found, dependents, found.status), ...period })
      await tell(trx, ctx, backupExists, { ...told(id, found.host), payload })
    },
  } satisfies Readonly<Record<Table, (trx: Db, id: string) => Promise<void>>>
}

/**
 * Emits an `exists` notification for each volume, snapshot and backup that was created before the end of a period, and returns
 * their number. It may be repeated for the same period: the messages have the same ids.
 */
export const auditUsage = async (db: Db, notifier: Notifier, period: AuditPeriod): Promise<number> => {
  const tell = tellers(notifier, period)
  let told = 0
  for (const table of tables) {
    let after = ''
    for (;;) {
      const ids = await notifier.together(db, async (trx) => {
        const page = await idsAfter(trx, table, period.ending.toISOString(), after)
        for (const id of page) await tell[table](trx, id)
        return page
      })
      told += ids.length
      after = ids.at(-1) ?? after
      if (ids.length < together) break
    }
  }
  return told
}
