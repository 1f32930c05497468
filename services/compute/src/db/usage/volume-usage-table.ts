import type { Kysely } from 'kysely'

/** What servers did with a volume: what the hypervisor counts now, and what was counted before it began anew. */
export interface VolumeUsageRow {
  volume_id: string
  /** When the hypervisor counted. */
  measured_at: string
  reads: number
  read_bytes: number
  writes: number
  write_bytes: number
  earlier_reads: number
  earlier_read_bytes: number
  earlier_writes: number
  earlier_write_bytes: number
}

const counters = ['reads', 'read_bytes', 'writes', 'write_bytes'] as const

export const createVolumeUsage = async (db: Kysely<unknown>): Promise<void> => {
  let create = db.schema
    .createTable('volume_usage')
    .addColumn('volume_id', 'text', (column) => column.primaryKey())
    .addColumn('measured_at', 'text', (column) => column.notNull())
  for (const name of [...counters, ...counters.map((one) => `earlier_${one}`)])
    create = create.addColumn(name, 'bigint', (column) => column.notNull())
  await create.execute()
}
