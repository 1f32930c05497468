import type { NamespaceBody } from '@nimbo/contracts/image/metadefs/namespaces'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { type ImageApp, viewerOf } from '../../app/app.ts'
import type { NamespaceRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import { addItem, type ItemBody } from './items.ts'
import type { ItemKind } from './metadefs.ts'

/** Finds a namespace that the caller may see; throws otherwise. */
export const needNamespace = async (app: ImageApp, ctx: Context, name: string): Promise<NamespaceRow> => {
  const found = await app.metadefs.namespace(name, viewerOf(app, ctx))
  if (!found) throw errors.NamespaceNotFound({ namespace: name })
  return found
}

/** The target of policy checks on a namespace. */
export const namespaceFacts = ({ owner, visibility }: NamespaceRow) => ({
  project_id: owner,
  owner,
  visibility,
})

const described = (body: NamespaceBody) => ({
  namespace: body.namespace,
  display_name: body.display_name ?? null,
  description: body.description ?? null,
  visibility: body.visibility ?? ('private' as const),
  protected: body.protected === true ? 1 : 0,
})

/** The items of a new namespace by kind. */
export type Contents = Readonly<Partial<Record<ItemKind, readonly ItemBody[]>>>

/** Creates a namespace with its items, in one transaction. */
export const makeNamespace =
  (app: ImageApp) =>
  (ctx: Context, body: NamespaceBody, contents: Contents): Promise<NamespaceRow> =>
    app.inOne(async (inside) => {
      const now = timestamp(app.clock)
      const row: NamespaceRow = {
        ...{ id: newId<never>(), ...described(body), owner: body.owner ?? ctx.projectId ?? null },
        ...{ created_at: now, updated_at: now },
      }
      if (!(await inside.metadefs.insertNamespace(row)))
        throw errors.NamespaceExists({ namespace: row.namespace })
      await inside.metadefNotices.namespace(ctx, 'create', row)
      for (const kind of ['association', 'object', 'property', 'tag'] as const)
        for (const item of contents[kind] ?? []) await addItem(inside, ctx, row, kind, item)
      return row
    })

/** Replaces the attributes of a namespace, and renames it if the body has another name. */
export const changeNamespace =
  (app: ImageApp) =>
  (ctx: Context, row: NamespaceRow, body: NamespaceBody): Promise<NamespaceRow> =>
    app.inOne(async ({ metadefs, metadefNotices }) => {
      const { namespace } = body
      const other = await metadefs.namespace(namespace, { projectId: undefined, isAdmin: true })
      if (other && other.id !== row.id) throw errors.NamespaceExists({ namespace })
      const owner = body.owner === undefined ? row.owner : body.owner
      const changes = { ...described(body), owner, updated_at: timestamp(app.clock) }
      await metadefs.updateNamespace(row.id, changes)
      const changed = { ...row, ...changes }
      await metadefNotices.namespace(ctx, 'update', changed, row.namespace)
      return changed
    })

/** Deletes a namespace with its items. */
export const removeNamespace =
  (app: ImageApp) =>
  (ctx: Context, row: NamespaceRow): Promise<void> => {
    if (row.protected === 1)
      throw errors.NotAllowed({
        reason: `Metadata definition namespace ${row.namespace} is protected and cannot be deleted.`,
      })
    return app.inOne(async ({ metadefs, metadefNotices }) => {
      await metadefs.removeNamespace(row.id)
      await metadefNotices.namespace(ctx, 'delete', row)
    })
  }
