import * as told from '@nimbo/contracts/image/notifications/metadefs'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { ImageTables, MetadefItemRow, NamespaceRow } from '../../db/tables.ts'

/** A time without fractions of seconds: `2026-01-31T12:00:00Z`. */
const instant = (text: string): string => text.replace(/\.\d+Z$/, 'Z')

const itemNotifications = {
  object: told.objectNotifications,
  property: told.propertyNotifications,
  tag: told.tagNotifications,
  association: { ...told.associationNotifications, update: undefined },
} as const

/** The previous name of an item that was renamed. */
interface Change {
  readonly verb: 'create' | 'update' | 'delete'
  readonly formerName?: string
}

/** Emits notifications of metadata definitions, through the database or the transaction that changes them. */
export const metadefNotices = (db: Kysely<ImageTables>, { tell }: Notifier, clock: Clock) => {
  const when = (row: NamespaceRow | MetadefItemRow, isGone: boolean) => ({
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
    deleted: isGone,
    deleted_at: isGone ? instant(timestamp(clock)) : null,
  })
  return {
    namespace: (
      ctx: Context,
      verb: keyof typeof told.namespaceNotifications,
      row: NamespaceRow,
      formerName = row.namespace,
    ): Promise<void> =>
      tell(db, ctx, told.namespaceNotifications[verb], {
        resource: row.id,
        payload: () => ({
          namespace: row.namespace,
          namespace_old: formerName,
          display_name: row.display_name,
          description: row.description,
          visibility: row.visibility,
          protected: row.protected === 1,
          owner: row.owner,
          ...when(row, verb === 'delete'),
        }),
      }),

    item: async (
      ctx: Context,
      { namespace, id }: NamespaceRow,
      row: MetadefItemRow,
      { verb, formerName = row.name }: Change,
    ): Promise<void> => {
      const notification = itemNotifications[row.kind][verb]
      if (notification === undefined) return
      await tell(db, ctx, notification, {
        resource: id,
        payload: () => ({
          ...(JSON.parse(row.body) as Record<string, unknown>),
          namespace,
          name: row.name,
          name_old: formerName,
          ...when(row, verb === 'delete'),
        }),
      })
    },
  }
}

export type MetadefNotices = ReturnType<typeof metadefNotices>
