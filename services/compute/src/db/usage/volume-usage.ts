import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { VolumeUsage } from '../../domain/usage/volume-usage.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import type { VolumeUsageRow } from './volume-usage-table.ts'

/** The usage of a volume, and when the hypervisor counted it. */
export interface StoredVolumeUsage extends VolumeUsage {
  readonly volumeId: string
  readonly measuredAt: string
}

const findOne = prepared((db: Kysely<CellTables>, { volumeId }: { readonly volumeId: string }) =>
  db.selectFrom('volume_usage').selectAll().where('volume_id', '=', volumeId),
)

const fromRow = (row: VolumeUsageRow): StoredVolumeUsage => ({
  volumeId: row.volume_id,
  measuredAt: row.measured_at,
  current: {
    ...{ reads: row.reads, readBytes: row.read_bytes },
    ...{ writes: row.writes, writeBytes: row.write_bytes },
  },
  earlier: {
    ...{ reads: row.earlier_reads, readBytes: row.earlier_read_bytes },
    ...{ writes: row.earlier_writes, writeBytes: row.earlier_write_bytes },
  },
})

const toRow = ({ volumeId, measuredAt, current, earlier }: StoredVolumeUsage): VolumeUsageRow => ({
  ...{ volume_id: volumeId, measured_at: measuredAt },
  ...{ reads: current.reads, read_bytes: current.readBytes },
  ...{ writes: current.writes, write_bytes: current.writeBytes },
  ...{ earlier_reads: earlier.reads, earlier_read_bytes: earlier.readBytes },
  ...{ earlier_writes: earlier.writes, earlier_write_bytes: earlier.writeBytes },
})

/** What the servers of a cell did with volumes. */
export const volumeUsage = (db: Kysely<CellTables>) => ({
  find: async (volumeId: string): Promise<StoredVolumeUsage | undefined> => {
    const [row] = await findOne(db, { volumeId })
    return row && fromRow(row)
  },

  put: async (usage: StoredVolumeUsage): Promise<void> => {
    const { volume_id, ...told } = toRow(usage)
    await db
      .insertInto('volume_usage')
      .values({ volume_id, ...told })
      .onConflict((conflict) => conflict.column('volume_id').doUpdateSet(told))
      .execute()
  },
})
