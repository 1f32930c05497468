import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { BlockDevice } from '../../domain/servers/request-spec.ts'
import type { BlockDeviceRow, CellTables } from '../schema/cell-tables.ts'

/** A disk of a server in a cell. */
export interface StoredBlockDevice extends BlockDevice {
  readonly serverId: string
  /** Cinder's connection data, while attached. */
  readonly connectionInfo?: Readonly<Record<string, unknown>>
}

const fromRow = (row: BlockDeviceRow): StoredBlockDevice => ({
  id: row.id,
  serverId: row.server_id,
  sourceType: row.source_type as BlockDevice['sourceType'],
  destinationType: row.destination_type as BlockDevice['destinationType'],
  deleteOnTermination: row.delete_on_termination !== 0,
  ...(row.image_id === null ? {} : { imageId: row.image_id }),
  ...(row.volume_id === null ? {} : { volumeId: row.volume_id }),
  ...(row.snapshot_id === null ? {} : { snapshotId: row.snapshot_id }),
  ...(row.volume_size_gb === null ? {} : { volumeSizeGb: row.volume_size_gb }),
  ...(row.volume_type === null ? {} : { volumeType: row.volume_type }),
  ...(row.boot_index === null ? {} : { bootIndex: row.boot_index }),
  ...(row.device_name === null ? {} : { deviceName: row.device_name }),
  ...(row.attachment_id === null ? {} : { attachmentId: row.attachment_id }),
  ...(row.guest_format === null ? {} : { guestFormat: row.guest_format }),
  ...(row.swap_mb === null ? {} : { swapMb: row.swap_mb }),
  ...(row.disk_bus === null ? {} : { diskBus: row.disk_bus }),
  ...(row.device_type === null ? {} : { deviceType: row.device_type }),
  ...(row.tag === null ? {} : { tag: row.tag }),
  ...(row.connection_info === null
    ? {}
    : { connectionInfo: JSON.parse(row.connection_info) as Record<string, unknown> }),
})

/** The properties of a disk that become known while it is created and attached. */
export type BlockDeviceChanges = Partial<
  Pick<
    BlockDeviceRow,
    | 'volume_id'
    | 'volume_size_gb'
    | 'device_name'
    | 'attachment_id'
    | 'connection_info'
    | 'delete_on_termination'
  >
>

const mostOfAServer = 200

const ofServer = prepared((db: Kysely<CellTables>, { serverId }: { readonly serverId: string }) =>
  db
    .selectFrom('block_device_mappings')
    .selectAll()
    .where('server_id', '=', serverId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostOfAServer),
)

export interface VolumeOfServer {
  readonly serverId: string
  readonly id: string
  readonly deleteOnTermination: boolean
}

const volumesOfServers = prepared(
  (db: Kysely<CellTables>, { serverIds }: { readonly serverIds: readonly string[] }) =>
    db
      .selectFrom('block_device_mappings')
      .select(['server_id', 'volume_id', 'delete_on_termination'])
      .where('server_id', 'in', serverIds)
      .where('volume_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id'),
)

/** Reads disks. */
const findDevices = (db: Kysely<CellTables>) => ({
  /** The disks of a server in boot order, then by age. */
  ofServer: async (serverId: string): Promise<readonly StoredBlockDevice[]> => {
    const rows = await ofServer(db, { serverId })
    const rank = ({ bootIndex = -1 }: BlockDevice): number =>
      bootIndex < 0 ? Number.MAX_SAFE_INTEGER : bootIndex
    return rows.map(fromRow).sort((one, other) => rank(one) - rank(other))
  },

  ofServers: async (serverIds: readonly string[]): Promise<readonly StoredBlockDevice[]> => {
    if (serverIds.length === 0) return []
    const rows = await db
      .selectFrom('block_device_mappings')
      .selectAll()
      .where('server_id', 'in', serverIds)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(fromRow)
  },

  /** The volumes that servers have attached or will attach. */
  volumesOf: async (serverIds: readonly string[]): Promise<readonly VolumeOfServer[]> => {
    if (serverIds.length === 0) return []
    const rows = await volumesOfServers(db, { serverIds })
    return rows.flatMap(({ server_id, volume_id, delete_on_termination }) =>
      volume_id === null
        ? []
        : [{ serverId: server_id, id: volume_id, deleteOnTermination: delete_on_termination !== 0 }],
    )
  },

  findByAttachment: async (attachmentId: string): Promise<StoredBlockDevice | undefined> => {
    const row = await db
      .selectFrom('block_device_mappings')
      .selectAll()
      .where('attachment_id', '=', attachmentId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row && fromRow(row)
  },
})

const insertRows = prepared(
  (db: Kysely<CellTables>, { rows }: { readonly rows: readonly BlockDeviceRow[] }) =>
    db
      .insertInto('block_device_mappings')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing()),
)

const markDeleted = prepared(
  (db: Kysely<CellTables>, { serverId, now }: { readonly serverId: string; readonly now: string }) =>
    db
      .updateTable('block_device_mappings')
      .set({ deleted_at: now })
      .where('server_id', '=', serverId)
      .where('deleted_at', 'is', null),
)

/** Changes disks. */
const changeDevices = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Inserts disks; existing ones stay unchanged. */
  insert: async (serverId: string, devices: readonly BlockDevice[]): Promise<void> => {
    if (devices.length === 0) return
    const now = timestamp(clock)
    await insertRows(db, { rows: devices.map((device) => toRow(serverId, device, now)) })
  },

  update: async (id: string, changes: BlockDeviceChanges): Promise<void> => {
    await db.updateTable('block_device_mappings').set(changes).where('id', '=', id).execute()
  },

  remove: async (id: string): Promise<void> => {
    await db
      .updateTable('block_device_mappings')
      .set({ deleted_at: timestamp(clock) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
  },

  removeOfServer: async (serverId: string): Promise<void> => {
    await markDeleted(db, { serverId, now: timestamp(clock) })
  },
})

/** Disks of the servers of one cell. */
export const blockDevices = (db: Kysely<CellTables>, clock: Clock) => ({
  ...findDevices(db),
  ...changeDevices(db, clock),
})

const toRow = (serverId: string, device: BlockDevice, now: string): BlockDeviceRow => ({
  id: device.id,
  server_id: serverId,
  source_type: device.sourceType,
  destination_type: device.destinationType,
  image_id: device.imageId ?? null,
  volume_id: device.volumeId ?? null,
  snapshot_id: device.snapshotId ?? null,
  volume_size_gb: device.volumeSizeGb ?? null,
  volume_type: device.volumeType ?? null,
  boot_index: device.bootIndex ?? null,
  device_name: device.deviceName ?? null,
  attachment_id: device.attachmentId ?? null,
  connection_info: null,
  delete_on_termination: device.deleteOnTermination ? 1 : 0,
  guest_format: device.guestFormat ?? null,
  tag: device.tag ?? null,
  created_at: now,
  deleted_at: null,
  swap_mb: device.swapMb ?? null,
  disk_bus: device.diskBus ?? null,
  device_type: device.deviceType ?? null,
})
