import { inTransaction } from '@nimbo/db/in-transaction'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { ImageTables, MetadefItemRow } from '../../../db/tables.ts'
import { type ItemBody, bodyOf } from '../items.ts'
import { type ItemKind, metadefs } from '../metadefs.ts'
import type { KnownNamespace } from './known-namespace.ts'
import { knownNamespaces } from './known-namespaces.ts'

/** The items of a namespace by kind. */
const contentsOf = ({
  resource_type_associations: association,
  objects: object = [],
  properties = {},
}: KnownNamespace): readonly (readonly [ItemKind, readonly ItemBody[]])[] => [
  ['association', association],
  ['object', object],
  ['property', Object.entries(properties).map(([name, rules]) => ({ name, ...rules }))],
]

/**
 * Creates the default namespaces and returns the names of those created. Existing ones stay, since an operator may have changed
 * them. Safe to run concurrently.
 */
export const loadKnownNamespaces = (db: Kysely<ImageTables>, clock: Clock): Promise<readonly string[]> =>
  inTransaction(db, async (inside) => {
    const { insertNamespace, insertItems, ensureResourceType } = metadefs(inside)
    const now = timestamp(clock)
    const when = { created_at: now, updated_at: now }
    const made: string[] = []
    const items: MetadefItemRow[] = []
    for (const known of knownNamespaces) {
      const { namespace, display_name, description } = known
      const id = newId<never>()
      // The owner that Glance's own loader sets, which is no project id.
      const said = { namespace, display_name, description, visibility: 'public', owner: 'admin' } as const
      if (!(await insertNamespace({ id, ...said, protected: known.protected ? 1 : 0, ...when }))) continue
      made.push(namespace)
      for (const [kind, bodies] of contentsOf(known))
        for (const body of bodies)
          items.push({ namespace_id: id, kind, name: body.name, body: bodyOf(body), ...when })
    }
    const types = items.filter(({ kind }) => kind === 'association').map(({ name }) => name)
    for (const type of [...new Set(types)].toSorted()) await ensureResourceType(type, now)
    await insertItems(items)
    return made
  })
