import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import { escapeLike } from '@nimbo/db/escape-like'
import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Attachment, Volume } from '../domain/volume.ts'
import { attachmentsOf } from './attachments.ts'
import type { Db } from './db.ts'
import { setAdminMetadata, setVolumeMetadata } from './metadata.ts'
import type { VolumeRow } from './tables.ts'

type Joined = VolumeRow & { readonly type_name: string }

/** Builds a volume from its row and its data in other tables. */
const volumeOf = (
  row: Joined,
  { metadata, adminMetadata }: Pick<Volume, 'metadata' | 'adminMetadata'>,
  attachments: readonly Attachment[],
): Volume => ({
  id: row.id,
  projectId: row.project_id,
  userId: row.user_id,
  name: row.name,
  description: row.description,
  size: row.size,
  status: row.status as VolumeStatus,
  availabilityZone: row.availability_zone,
  typeId: row.volume_type_id,
  typeName: row.type_name,
  host: row.host,
  bootable: row.bootable === 1,
  multiattach: row.multiattach === 1,
  consumesQuota: row.consumes_quota === 1,
  snapshotId: row.snapshot_id,
  sourceVolumeId: row.source_volid,
  imageMetadata:
    row.image_metadata === null ? null : (JSON.parse(row.image_metadata) as Record<string, string>),
  metadata,
  adminMetadata,
  attachments,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  launchedAt: row.launched_at,
  migrationStatus: row.migration_status,
  groupId: row.group_id,
  encryptionKeyId: row.encryption_key_id,
})

/** The metadata of volumes, and the admin metadata, which users do not see. */
const pairsOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) => {
  const pairs = (table: 'volume_metadata' | 'volume_admin_metadata') =>
    db
      .selectFrom(table)
      .select(['volume_id', 'key', 'value', sql.lit(table).as('table')])
      .where('volume_id', 'in', ids)
  return pairs('volume_metadata').unionAll(pairs('volume_admin_metadata'))
})

/** Adds metadata and attachments to rows, with two queries regardless of the number of rows. */
const complete = async (db: Db, rows: readonly Joined[]): Promise<readonly Volume[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const pairs = Map.groupBy(await pairsOf(db, { ids }), ({ volume_id }) => volume_id)
  const attachments = Map.groupBy(await attachmentsOf(db, ids), ({ volumeId }) => volumeId)
  return rows.map((row) => {
    const own = pairs.get(row.id) ?? []
    const textsIn = (name: string): Readonly<Record<string, string>> =>
      Object.fromEntries(own.flatMap(({ table, key, value }) => (table === name ? [[key, value]] : [])))
    const texts = { metadata: textsIn('volume_metadata'), adminMetadata: textsIn('volume_admin_metadata') }
    return volumeOf(row, texts, attachments.get(row.id) ?? [])
  })
}

const joined = (db: Db) =>
  db
    .selectFrom('volumes')
    .innerJoin('volume_types', 'volume_types.id', 'volumes.volume_type_id')
    .selectAll('volumes')
    .select('volume_types.name as type_name')

interface Wanted {
  readonly id: string
  readonly projectId: string | undefined
}

const byId = prepared((db: Db, { id, projectId }: Wanted) => {
  const query = joined(db).where('volumes.id', '=', id)
  return projectId === undefined ? query : query.where('volumes.project_id', '=', projectId)
})

/** Finds a volume of a project; of any project when `projectId` is undefined. */
export const findVolume = async (
  db: Db,
  id: string,
  projectId: string | undefined,
): Promise<Volume | undefined> => (await complete(db, await byId(db, { id, projectId })))[0]

/** The id of the encryption key of a volume; undefined if the volume is not encrypted or does not exist. */
export const keyOfVolume = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('volumes')
    .select('encryption_key_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.encryption_key_id ?? undefined
}

/** Columns that lists filter by equality, or (with `like`) by a case-insensitive substring. */
export type VolumeFilter =
  | 'name'
  | 'status'
  | 'availability_zone'
  | 'host'
  | 'volume_type_id'
  | 'user_id'
  | 'id'
  | 'description'
  | 'bootable'
  | 'multiattach'
  | 'consumes_quota'
  | 'snapshot_id'
  | 'source_volid'
  | 'migration_status'
  | 'group_id'
  | 'size'

/** A time, and the operator that a column is compared with. */
interface TimeCondition {
  readonly operator: '>' | '>=' | '=' | '<>' | '<' | '<='
  readonly instant: string
}

export interface VolumeQuery {
  readonly projectId: string | undefined
  readonly equal: ReadonlyMap<VolumeFilter, string | number>
  readonly like: ReadonlyMap<VolumeFilter, string>
  readonly times: Readonly<Record<'created_at' | 'updated_at', readonly TimeCondition[]>>
  readonly metadata: Readonly<Record<string, string>>
  /** Pairs of the metadata of the volume's image. */
  readonly imageMetadata: Readonly<Record<string, string>>
  /** Whether pairs of metadata also match admin metadata. */
  readonly alsoAdminMetadata: boolean
  readonly order: readonly SortColumn[]
}

export interface VolumePage extends VolumeQuery {
  readonly limit: number
  readonly offset: number
  readonly marker?: Volume | undefined
}

const conditionsOf = ({
  projectId,
  equal,
  like,
  times,
  metadata,
  imageMetadata,
  alsoAdminMetadata,
}: VolumeQuery): Expression<SqlBool>[] => {
  const has = (table: string, key: string, value: string) => sql<SqlBool>`exists (select 1
    from ${sql.table(table)} as m where m.volume_id = ${column('id')} and m.key = ${key} and m.value = ${value})`
  const column = (name: string) => sql.ref(`volumes.${name}`)
  return [
    // Users do not see the destination volume of a migration.
    ...(projectId === undefined
      ? []
      : [
          sql<SqlBool>`${column('project_id')} = ${projectId}`,
          sql<SqlBool>`coalesce(${column('migration_status')}, '') not like 'target:%'`,
        ]),
    ...[...equal].map(([name, value]) => sql<SqlBool>`${column(name)} = ${value}`),
    ...[...like].map(
      ([name, part]) =>
        sql<SqlBool>`lower(${column(name)}) like lower(${`%${escapeLike(part)}%`}) escape '\\'`,
    ),
    ...Object.entries(times).flatMap(([name, conditions]) =>
      conditions.map(
        ({ operator, instant }) => sql<SqlBool>`${column(name)} ${sql.raw(operator)} ${instant}`,
      ),
    ),
    ...Object.entries(metadata).map(([key, value]) =>
      alsoAdminMetadata
        ? sql<SqlBool>`(${has('volume_metadata', key, value)} or ${has('volume_admin_metadata', key, value)})`
        : has('volume_metadata', key, value),
    ),
    ...Object.entries(imageMetadata).map(([key, value]) => {
      // The pair as it appears in the JSON of the column, without the braces.
      const pair = JSON.stringify({ [key]: value }).slice(1, -1)
      return sql<SqlBool>`${column('image_metadata')} like ${`%${escapeLike(pair)}%`} escape '\\'`
    }),
  ]
}

/** A page of volumes; the last column of the order must be unique. */
export const listVolumes = async (db: Db, page: VolumePage): Promise<readonly Volume[]> => {
  const order = page.order.map((term) => ({ ...term, column: `volumes.${term.column}` }))
  let query = joined(db).limit(page.limit).offset(page.offset)
  for (const condition of conditionsOf(page)) query = query.where(condition)
  for (const term of orderTerms(order)) query = query.orderBy(term as never)
  if (page.marker) {
    const marker = await db
      .selectFrom('volumes')
      .selectAll()
      .where('id', '=', page.marker.id)
      .executeTakeFirst()
    const values = Object.entries(marker ?? {}).map(([name, value]) => [`volumes.${name}`, value])
    query = query.where(afterRow(order, Object.fromEntries(values)))
  }
  return complete(db, await query.execute())
}

/** The number of volumes of a query on all pages, and their total size in gibibytes. */
export const countVolumes = async (
  db: Db,
  query: VolumeQuery,
): Promise<{ readonly count: number; readonly gigabytes: number }> => {
  let counting = db
    .selectFrom('volumes')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('gigabytes')])
  for (const condition of conditionsOf(query)) counting = counting.where(condition)
  const { count, gigabytes } = await counting.executeTakeFirstOrThrow()
  return { count: Number(count), gigabytes: Number(gigabytes ?? 0) }
}

/** Columns that most new volumes do not set. */
type Later = 'previous_status' | 'migration_status' | 'group_id' | 'encryption_key_id'

type NewVolumeRow = Omit<VolumeRow, Later> & Partial<Pick<VolumeRow, Later>>

export const insertVolume = (db: Db, row: NewVolumeRow): Promise<unknown> =>
  db.insertInto('volumes').values(row).execute()

interface NewVolume extends Pick<Volume, 'metadata' | 'adminMetadata'> {
  readonly row: NewVolumeRow
  readonly typeName: string
}

/** Inserts a volume with its metadata, and returns it without reading it again. */
export const insertWhole = async (
  db: Db,
  { row, typeName, metadata, adminMetadata }: NewVolume,
): Promise<Volume> => {
  await insertVolume(db, row)
  await setVolumeMetadata(db, row.id, metadata)
  await setAdminMetadata(db, row.id, adminMetadata)
  const unset = { previous_status: null, migration_status: null, group_id: null, encryption_key_id: null }
  return volumeOf({ ...unset, ...row, type_name: typeName }, { metadata, adminMetadata }, [])
}

export type VolumeChange = Partial<Omit<VolumeRow, 'id' | 'project_id' | 'created_at' | 'updated_at'>>

/** Statuses of work that may write to the volume. */
const writing: readonly VolumeStatus[] = [
  ...(['reserved', 'attaching', 'in-use'] as const),
  ...(['downloading', 'extending', 'restoring-backup'] as const),
]

const migrationEnded = sql<string | null>`case
  when status = 'available' and migration_status in ('starting', 'migrating') then 'error'
  else migration_status end`

/**
 * Updates a volume if its status is still one of `from`; false otherwise. Work that may write to an available volume ends its
 * migration, whose copy would lack what is written from now on.
 */
export const changeVolume = async (
  db: Db,
  id: string,
  from: readonly VolumeStatus[],
  change: VolumeChange,
  now: string,
): Promise<boolean> => {
  const mayEndMigration = from.includes('available') && change.migration_status === undefined
  const endsMigration = mayEndMigration && writing.some((status) => status === change.status)
  const { numUpdatedRows } = await db
    .updateTable('volumes')
    .set({ ...change, updated_at: now, ...(endsMigration ? { migration_status: migrationEnded } : {}) })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Updates a volume regardless of its status. */
export const updateVolume = (db: Db, id: string, change: VolumeChange, now: string): Promise<unknown> =>
  db
    .updateTable('volumes')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()

/** Removes a volume, and its transfer if there is one. */
export const removeVolume = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('volume_transfers').where('volume_id', '=', id).execute()
  await db.deleteFrom('volumes').where('id', '=', id).execute()
}
