import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ImageApp } from '../../app/app.ts'
import type { MetadefItemRow, NamespaceRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import type { ItemKind } from './metadefs.ts'

/** The body of an item. */
export interface ItemBody {
  readonly name: string
}

const missing = (kind: ItemKind, name: string, { namespace }: NamespaceRow) =>
  kind === 'association'
    ? errors.AssociationNotFound({ name, namespace })
    : errors.DefinitionNotFound({ kind, name, namespace })

const taken = (kind: ItemKind, name: string, { namespace }: NamespaceRow) =>
  kind === 'association'
    ? errors.AssociationExists({ name, namespace })
    : errors.DefinitionExists({ kind, name, namespace })

/** The stored attributes of an item, without its name. */
export const bodyOf = ({ name: _, ...body }: ItemBody): string => JSON.stringify(body)

/** Finds an item by kind and name; throws if it does not exist. */
export const needItem = async (
  { metadefs }: Pick<ImageApp, 'metadefs'>,
  namespace: NamespaceRow,
  kind: ItemKind,
  name: string,
): Promise<MetadefItemRow> => {
  const item = await metadefs.item({ namespaceId: namespace.id, kind, name })
  if (!item) throw missing(kind, name, namespace)
  return item
}

/** Adds an item to a namespace, within a transaction of the caller. */
export const addItem = async (
  inside: ImageApp,
  ctx: Context,
  namespace: NamespaceRow,
  kind: ItemKind,
  body: ItemBody,
): Promise<MetadefItemRow> => {
  const now = timestamp(inside.clock)
  const row: MetadefItemRow = {
    ...{ namespace_id: namespace.id, kind, name: body.name, body: bodyOf(body) },
    ...{ created_at: now, updated_at: now },
  }
  if (kind === 'association') await inside.metadefs.ensureResourceType(body.name, now)
  if (!(await inside.metadefs.insertItem(row))) throw taken(kind, body.name, namespace)
  await inside.metadefNotices.item(ctx, namespace, row, { verb: 'create' })
  return row
}

/** Replaces an item, and renames it if the body has another name. */
export const changeItem =
  (app: ImageApp) =>
  (ctx: Context, namespace: NamespaceRow, item: MetadefItemRow, body: ItemBody): Promise<MetadefItemRow> =>
    app.inOne(async ({ metadefs, metadefNotices }) => {
      const { kind, name: formerName } = item
      const isRenamed = body.name !== formerName
      if (isRenamed && (await metadefs.item({ namespaceId: namespace.id, kind, name: body.name })))
        throw taken(kind, body.name, namespace)
      const changes = { name: body.name, body: bodyOf(body), updated_at: timestamp(app.clock) }
      await metadefs.updateItem({ namespaceId: namespace.id, kind, name: formerName }, changes)
      const changed = { ...item, ...changes }
      await metadefNotices.item(ctx, namespace, changed, { verb: 'update', formerName })
      return changed
    })

/** Throws if the namespace is protected, so that its items must not be deleted. */
const refuseProtected = (namespace: NamespaceRow, kind: string, name: string): void => {
  if (namespace.protected === 1)
    throw errors.NotAllowed({
      reason: `Metadata definition ${kind} ${name} is protected and cannot be deleted.`,
    })
}

/** Removes an item from its namespace. */
export const removeItem =
  (app: ImageApp) =>
  (ctx: Context, namespace: NamespaceRow, kind: ItemKind, name: string): Promise<void> =>
    app.inOne(async (inside) => {
      const item = await needItem(inside, namespace, kind, name)
      refuseProtected(namespace, kind, name)
      await inside.metadefs.removeItem({ namespaceId: namespace.id, kind, name })
      await inside.metadefNotices.item(ctx, namespace, item, { verb: 'delete' })
    })

const clearings = {
  object: 'delete_objects',
  property: 'delete_properties',
  tag: 'delete_tags',
} as const

/** Removes all items of a kind from their namespace. */
export const clearItems =
  (app: ImageApp) =>
  (ctx: Context, namespace: NamespaceRow, kind: keyof typeof clearings): Promise<void> =>
    app.inOne(async ({ metadefs, metadefNotices }) => {
      await metadefs.removeItems(namespace.id, kind)
      await metadefNotices.namespace(ctx, clearings[kind], namespace)
    })
