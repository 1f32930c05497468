import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { Flavor } from '../domain/flavors/flavor.ts'
import { flavorSortKeys } from '../domain/flavors/flavor-sort.ts'
import type { ApiTables, FlavorRow } from './schema/api-tables.ts'
import { flag, plain, rowMapping, structure } from './row-mapping.ts'

const fields = rowMapping<Flavor, FlavorRow>({
  id: ['id', plain],
  name: ['name', plain],
  vcpus: ['vcpus', plain],
  memoryMb: ['memory_mb', plain],
  rootGb: ['root_gb', plain],
  ephemeralGb: ['ephemeral_gb', plain],
  swapMb: ['swap_mb', plain],
  rxtxFactor: ['rxtx_factor', plain],
  isPublic: ['is_public', flag],
  disabled: ['disabled', flag],
  description: ['description', plain],
  extraSpecs: ['extra_specs', structure],
  createdAt: ['created_at', plain],
  updatedAt: ['updated_at', plain],
})

export interface FlavorPage {
  /** Public flavors and those accessible to this project; undefined for all. */
  readonly projectId?: string
  readonly isPublic?: boolean
  readonly minRamMb?: number
  readonly minDiskGb?: number
  readonly name?: string
  readonly sortKey: keyof typeof flavorSortKeys
  readonly sortDir: 'asc' | 'desc'
  readonly limit: number
  /** Id of the last flavor on the previous page. */
  readonly marker?: string
}

const byId = prepared((db: Kysely<ApiTables>, { id }: { readonly id: string }) =>
  db.selectFrom('flavors').selectAll().where('id', '=', id),
)

/** Reads flavors. */
const readFlavors = (db: Kysely<ApiTables>) => {
  const findRow = async (id: string): Promise<FlavorRow | undefined> => {
    const [row] = await byId(db, { id })
    return row
  }

  return {
    find: async (id: string): Promise<Flavor | undefined> => {
      const row = await findRow(id)
      return row && fields.fromRow(row)
    },

    /** A page in the requested order; undefined for an unknown marker. */
    list: async (page: FlavorPage): Promise<readonly Flavor[] | undefined> => {
      const order: SortColumn[] = [
        {
          column: flavorSortKeys[page.sortKey],
          direction: page.sortDir,
          nullable: page.sortKey === 'description' || page.sortKey === 'updated_at',
        },
        { column: 'id', direction: page.sortDir },
      ]
      let query = db.selectFrom('flavors').selectAll().limit(page.limit)
      for (const term of orderTerms(order)) query = query.orderBy(term)
      if (page.marker !== undefined) {
        const marker = await findRow(page.marker)
        if (!marker) return undefined
        query = query.where(afterRow(order, { ...marker }))
      }
      const { projectId, isPublic, minRamMb, minDiskGb, name } = page
      if (projectId !== undefined) {
        const given = db.selectFrom('flavor_projects').select('flavor_id').where('project_id', '=', projectId)
        query = query.where(({ or, eb }) => or([eb('is_public', '=', 1), eb('id', 'in', given)]))
      }
      if (isPublic !== undefined) query = query.where('is_public', '=', isPublic ? 1 : 0)
      if (minRamMb !== undefined) query = query.where('memory_mb', '>=', minRamMb)
      if (minDiskGb !== undefined) query = query.where('root_gb', '>=', minDiskGb)
      if (name !== undefined) query = query.where('name', '=', name)
      return (await query.execute()).map(fields.fromRow)
    },
  }
}

/** Changes flavors. */
const changeFlavors = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Creates a flavor; false when its id or name is in use. */
  create: async (flavor: Omit<Flavor, 'createdAt' | 'updatedAt'>): Promise<boolean> => {
    const row = fields.toRow({ ...flavor, createdAt: timestamp(clock), updatedAt: null }) as FlavorRow
    const inserted = await db
      .insertInto('flavors')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  },

  update: async (id: string, changes: Partial<Pick<Flavor, 'description' | 'extraSpecs'>>): Promise<void> => {
    await db
      .updateTable('flavors')
      .set(fields.toRow({ ...changes, updatedAt: timestamp(clock) }))
      .where('id', '=', id)
      .execute()
  },

  remove: async (id: string): Promise<boolean> => {
    const { numDeletedRows } = await db.deleteFrom('flavors').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n
  },
})

/** Access of projects to private flavors. */
const flavorAccess = (db: Kysely<ApiTables>) => ({
  /** Whether the project has access to a private flavor. */
  isGivenTo: async (id: string, projectId: string): Promise<boolean> =>
    (await db
      .selectFrom('flavor_projects')
      .select('flavor_id')
      .where('flavor_id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst()) !== undefined,

  projectsOf: async (id: string): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('flavor_projects')
      .select('project_id')
      .where('flavor_id', '=', id)
      .orderBy('project_id')
      .limit(10_000)
      .execute()
    return rows.map(({ project_id }) => project_id)
  },

  /** Gives a project access; false when it has access already. */
  giveTo: async (id: string, projectId: string): Promise<boolean> =>
    (await db
      .insertInto('flavor_projects')
      .values({ flavor_id: id, project_id: projectId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('flavor_id')
      .executeTakeFirst()) !== undefined,

  /** Takes access from a project; false when it had none. */
  takeFrom: async (id: string, projectId: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('flavor_projects')
      .where('flavor_id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

/** Flavors, and access to private ones. */
export const flavors = (db: Kysely<ApiTables>, clock: Clock) => ({
  ...readFlavors(db),
  ...changeFlavors(db, clock),
  ...flavorAccess(db),
})
