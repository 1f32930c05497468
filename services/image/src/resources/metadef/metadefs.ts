import type { Kysely, Updateable } from 'kysely'
import type { ImageTables, MetadefItemRow, NamespaceRow } from '../../db/tables.ts'
import type { Viewer } from '../image/images.ts'

export type ItemKind = MetadefItemRow['kind']

export interface NamespacePage {
  readonly visibility?: NamespaceRow['visibility']
  /** Restricts the list to namespaces associated with one of these resource types. */
  readonly resourceTypes: readonly string[]
  readonly sort: 'namespace' | 'created_at' | 'updated_at'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  /** The last namespace of the previous page. */
  readonly after: NamespaceRow | undefined
}

/** The key of an item: its namespace, kind and name. */
export interface ItemName {
  readonly namespaceId: string
  readonly kind: ItemKind
  readonly name: string
}

const mostItems = 10_000

/** Namespaces of metadata definitions, with their items. */
export const metadefs = (db: Kysely<ImageTables>) => {
  const visible = ({ projectId = '', isAdmin }: Viewer) =>
    db
      .selectFrom('metadef_namespaces')
      .selectAll('metadef_namespaces')
      .$if(!isAdmin, (query) =>
        query.where((eb) => eb.or([eb('visibility', '=', 'public'), eb('owner', '=', projectId)])),
      )
  return {
    namespace: (name: string, viewer: Viewer): Promise<NamespaceRow | undefined> =>
      visible(viewer).where('namespace', '=', name).executeTakeFirst(),

    namespaces: (viewer: Viewer, page: NamespacePage): Promise<NamespaceRow[]> => {
      const { sort, direction, after } = page
      const beyond = direction === 'asc' ? '>' : '<'
      return visible(viewer)
        .$if(page.visibility !== undefined, (query) =>
          query.where('visibility', '=', page.visibility ?? 'public'),
        )
        .$if(page.resourceTypes.length > 0, (query) =>
          query.where((eb) =>
            eb.exists(
              eb
                .selectFrom('metadef_items')
                .select('metadef_items.name')
                .whereRef('metadef_items.namespace_id', '=', 'metadef_namespaces.id')
                .where('metadef_items.kind', '=', 'association')
                .where('metadef_items.name', 'in', page.resourceTypes),
            ),
          ),
        )
        .$if(after !== undefined, (query) =>
          query.where((eb) => {
            const last = after?.[sort] ?? ''
            return eb.or([
              eb(sort, beyond, last),
              eb.and([eb(sort, '=', last), eb('id', beyond, after?.id ?? '')]),
            ])
          }),
        )
        .orderBy(sort, direction)
        .orderBy('id', direction)
        .limit(page.limit)
        .execute()
    },

    /** Inserts a namespace; false if its name is taken. */
    insertNamespace: async (row: NamespaceRow): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('metadef_namespaces')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    updateNamespace: async (id: string, changes: Updateable<NamespaceRow>): Promise<void> => {
      await db.updateTable('metadef_namespaces').set(changes).where('id', '=', id).execute()
    },

    removeNamespace: async (id: string): Promise<void> => {
      await db.deleteFrom('metadef_namespaces').where('id', '=', id).execute()
    },

    items: (namespaceIds: readonly string[], kind?: ItemKind): Promise<MetadefItemRow[]> =>
      namespaceIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('metadef_items')
            .selectAll()
            .where('namespace_id', 'in', namespaceIds)
            .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'tag'))
            .orderBy('name')
            .limit(mostItems)
            .execute(),

    item: ({ namespaceId, kind, name }: ItemName): Promise<MetadefItemRow | undefined> =>
      db
        .selectFrom('metadef_items')
        .selectAll()
        .where('namespace_id', '=', namespaceId)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .executeTakeFirst(),

    /** Inserts an item; false if the namespace has an item of that kind and name. */
    insertItem: async (row: MetadefItemRow): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('metadef_items')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Inserts the items of a new namespace, which has none yet. */
    insertItems: async (rows: readonly MetadefItemRow[]): Promise<void> => {
      if (rows.length > 0)
        await db
          .insertInto('metadef_items')
          .values([...rows])
          .execute()
    },

    updateItem: async (
      { namespaceId, kind, name }: ItemName,
      changes: Pick<MetadefItemRow, 'name' | 'body' | 'updated_at'>,
    ): Promise<void> => {
      await db
        .updateTable('metadef_items')
        .set(changes)
        .where('namespace_id', '=', namespaceId)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute()
    },

    /** Removes an item; false if it did not exist. */
    removeItem: async ({ namespaceId, kind, name }: ItemName): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('metadef_items')
        .where('namespace_id', '=', namespaceId)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },

    removeItems: async (namespaceId: string, kind: ItemKind): Promise<void> => {
      await db
        .deleteFrom('metadef_items')
        .where('namespace_id', '=', namespaceId)
        .where('kind', '=', kind)
        .execute()
    },

    resourceTypes: () =>
      db.selectFrom('metadef_resource_types').selectAll().orderBy('name').limit(mostItems).execute(),

    /** Inserts a resource type, unless it exists. */
    ensureResourceType: async (name: string, now: string): Promise<void> => {
      await db
        .insertInto('metadef_resource_types')
        .values({ name, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

export type Metadefs = ReturnType<typeof metadefs>
