import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { InstantBound } from './instant-bounds.ts'
import { changedColumns } from './changed-columns.ts'
import type { Image, Visibility } from './image.ts'
import type { ImageRow, ImageTables } from '../../db/tables.ts'

/**
 * The caller of a query: an administrator sees every image; others see their own, public ones, community images (by id), and
 * those shared with them.
 */
export interface Viewer {
  readonly projectId: string | undefined
  readonly isAdmin: boolean
}

export interface ImageFilter {
  readonly visibility?: Visibility | 'all'
  readonly memberStatus: 'pending' | 'accepted' | 'rejected' | 'all'
  readonly hidden: boolean
  /** Columns and the values that they may equal. */
  readonly equals: Readonly<
    Partial<
      Record<
        'name' | 'status' | 'owner' | 'disk_format' | 'container_format' | 'id' | 'checksum' | 'hash_value',
        readonly string[]
      >
    >
  >
  readonly numbers: Readonly<Partial<Record<'min_disk' | 'min_ram' | 'size' | 'protected', number>>>
  readonly instants: readonly InstantBound[]
  readonly sizeMin?: number
  readonly sizeMax?: number
  readonly tags: readonly string[]
  readonly properties: Readonly<Record<string, string>>
}

export interface ImagePage {
  readonly order: readonly SortColumn[]
  readonly limit: number
  /** The last image of the previous page. */
  readonly after: ImageRow | undefined
}

type Expressions = ExpressionBuilder<ImageTables, 'images'>

/** Images in a project's list: its own, public ones, and those shared with it with the requested member status. */
const visibleTo = (eb: Expressions, { projectId = '' }: Viewer, memberStatus: string) =>
  eb.or([
    eb('images.owner', '=', projectId),
    eb('images.visibility', '=', 'public'),
    sharedWith(eb, projectId, memberStatus),
  ])

const sharedWith = (eb: Expressions, projectId: string, memberStatus: string) =>
  eb.and([
    eb('images.visibility', '=', 'shared'),
    eb.exists(
      eb
        .selectFrom('image_members')
        .select('image_members.image_id')
        .whereRef('image_members.image_id', '=', 'images.id')
        .where('image_members.member_id', '=', projectId)
        .$if(memberStatus !== 'all', (query) =>
          query.where('image_members.status', '=', memberStatus as 'accepted'),
        ),
    ),
  ])

interface Sought {
  readonly id: string
  readonly projectId: string
  /** Whether to ignore owner and visibility. */
  readonly seesAll: boolean
}

const findVisible = prepared((db: Kysely<ImageTables>, { id, projectId, seesAll }: Sought) =>
  db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .$if(!seesAll, (query) =>
      query.where((eb) =>
        eb.or([
          visibleTo(eb, { projectId, isAdmin: false }, 'all'),
          eb('images.visibility', '=', 'community'),
        ]),
      ),
    ),
)

/** Images in the database; converts JSON and 0/1 columns to plain values. */
export const images = (db: Kysely<ImageTables>) => ({
  /** Finds an image that `viewer` may see. */
  find: async (id: string, viewer: Viewer): Promise<Image | undefined> => {
    const { projectId = '', isAdmin } = viewer
    const [row] = await findVisible(db, { id, projectId, seesAll: isAdmin })
    return row && toImage(row)
  },

  findRow: (id: string): Promise<ImageRow | undefined> =>
    db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst(),

  list: async (viewer: Viewer, filter: ImageFilter, page: ImagePage): Promise<readonly Image[]> => {
    let query = db
      .selectFrom('images')
      .selectAll('images')
      .where('hidden', '=', filter.hidden ? 1 : 0)
      .limit(page.limit)
    query = query.where((eb) => listed(eb, viewer, filter))
    for (const [column, values] of Object.entries(filter.equals))
      query = query.where(column as 'name', 'in', values)
    for (const [column, value] of Object.entries(filter.numbers))
      query = query.where(column as 'size', '=', value)
    for (const bound of filter.instants) query = query.where((eb) => withinBound(eb, bound))
    if (filter.sizeMin !== undefined) query = query.where('size', '>=', filter.sizeMin)
    if (filter.sizeMax !== undefined) query = query.where('size', '<=', filter.sizeMax)
    for (const tag of filter.tags) query = query.where(contains('tags', JSON.stringify(tag)))
    for (const [name, value] of Object.entries(filter.properties)) {
      query = query.where(contains('properties', `${JSON.stringify(name)}:${JSON.stringify(value)}`))
    }
    if (page.after) query = query.where(afterRow(page.order, { ...page.after }))
    for (const term of orderTerms(page.order)) query = query.orderBy(term)
    return (await query.execute()).map(toImage)
  },

  insert: async (image: Image): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('images')
      .values({ id: image.id, ...nothingKept, ...describedColumns(image) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  /**
   * Updates those of the attributes that users set that differ from `before`, so that a change of others at the same time stays.
   * All tags are one column, and all properties: false if others changed the one that is to be written, or the status.
   */
  update: async (image: Image, before: Image): Promise<boolean> => {
    const seen = describedColumns(before)
    const changes = changedColumns(describedColumns(image), seen)
    let query = db
      .updateTable('images')
      .set({ ...changes, updated_at: image.updatedAt })
      .where('id', '=', image.id)
      .where('status', '=', before.status)
    for (const column of ['tags', 'properties'] as const)
      if (Object.hasOwn(changes, column)) query = query.where(column, '=', seen[column])
    const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  /**
   * Updates where the data of an image is, if status, stores and addresses are still those of `before` and no import is under way;
   * false otherwise.
   */
  relocate: async (image: Image, before: Image): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('images')
      .set({
        ...{ status: image.status, location: image.location, stores: JSON.stringify(image.stores) },
        ...{ addresses: JSON.stringify(image.addresses), size: image.size },
        ...{ checksum: image.checksum, hash_value: image.hashValue, updated_at: image.updatedAt },
      })
      .where('id', '=', image.id)
      .where('status', '=', before.status)
      .where('stores', '=', JSON.stringify(before.stores))
      .where('addresses', '=', JSON.stringify(before.addresses))
      .where('import_task', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  /** Deletes an image whose data is still where `row` says; false otherwise. */
  remove: async ({ id, stores, location, staged, upload_id }: ImageRow): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('images')
      .where('id', '=', id)
      .where('stores', '=', stores)
      .where('location', location === null ? 'is' : '=', location)
      .where('staged', staged === null ? 'is' : '=', staged)
      .where('upload_id', upload_id === null ? 'is' : '=', upload_id)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },

  /** Remembers that an image was deleted. */
  remember: async (id: string, now: string): Promise<void> => {
    await db
      .insertInto('deleted_images')
      .values({ id, deleted_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  /** Whether an image with this id was deleted. */
  wasDeleted: async (id: string): Promise<boolean> =>
    (await db.selectFrom('deleted_images').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined,
})

export type Images = ReturnType<typeof images>

const withinBound = (eb: Expressions, { column, from, before, outside }: InstantBound) => {
  const within = eb.and([
    ...(from === undefined ? [] : [eb(column, '>=', from)]),
    ...(before === undefined ? [] : [eb(column, '<', before)]),
  ])
  return outside ? eb.not(within) : within
}

const contains = (column: 'tags' | 'properties', part: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`

const listed = (
  eb: Expressions,
  viewer: Viewer,
  { visibility, memberStatus }: ImageFilter,
): Expression<SqlBool> => {
  const { projectId = '' } = viewer
  switch (visibility) {
    case 'all':
      return viewer.isAdmin
        ? sql<SqlBool>`1 = 1`
        : eb.or([visibleTo(eb, viewer, memberStatus), eb('images.visibility', '=', 'community')])
    case 'public':
    case 'community':
      return eb('images.visibility', '=', visibility)
    case 'private':
      return viewer.isAdmin
        ? eb('images.visibility', '=', 'private')
        : eb.and([eb('images.visibility', '=', 'private'), eb('images.owner', '=', projectId)])
    case 'shared':
      return viewer.isAdmin
        ? eb('images.visibility', '=', 'shared')
        : eb.and([
            eb('images.visibility', '=', 'shared'),
            eb.or([eb('images.owner', '=', projectId), sharedWith(eb, projectId, memberStatus)]),
          ])
    default:
      return viewer.isAdmin
        ? eb.or([eb('images.visibility', '!=', 'community'), eb('images.owner', '=', projectId)])
        : visibleTo(eb, viewer, memberStatus)
  }
}

const toImage = (row: ImageRow): Image => ({
  id: row.id,
  name: row.name,
  status: row.status,
  visibility: row.visibility,
  owner: row.owner,
  diskFormat: row.disk_format,
  containerFormat: row.container_format,
  minDisk: row.min_disk,
  minRam: row.min_ram,
  protected: row.protected === 1,
  hidden: row.hidden === 1,
  size: row.size,
  virtualSize: row.virtual_size,
  checksum: row.checksum,
  hashValue: row.hash_value,
  location: row.location,
  stores: JSON.parse(row.stores) as string[],
  addresses: JSON.parse(row.addresses),
  staged: row.staged,
  importTask: row.import_task,
  importingTo: row.importing_to,
  failedImports: row.failed_imports,
  tags: JSON.parse(row.tags) as string[],
  properties: JSON.parse(row.properties) as Record<string, string>,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The columns that an update writes: the attributes that users set, and the times of creation and update. */
const describedColumns = (image: Image) => ({
  name: image.name,
  status: image.status,
  visibility: image.visibility,
  owner: image.owner,
  disk_format: image.diskFormat,
  container_format: image.containerFormat,
  min_disk: image.minDisk,
  min_ram: image.minRam,
  protected: image.protected ? 1 : 0,
  hidden: image.hidden ? 1 : 0,
  tags: JSON.stringify(image.tags),
  properties: JSON.stringify(image.properties),
  created_at: image.createdAt,
  updated_at: image.updatedAt,
})

const nothingKept = {
  ...{ size: null, virtual_size: null, checksum: null, hash_value: null, location: null },
  ...{ upload_id: null, upload_until: null, staged: null },
  ...{ stores: '[]', addresses: '[]', import_task: null, importing_to: null, failed_imports: null },
}
