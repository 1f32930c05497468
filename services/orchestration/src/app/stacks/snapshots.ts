import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import {
  dataOf,
  findSnapshot,
  removeSnapshot,
  type Snapshot,
  type SnapshotData,
  snapshotsOfStack,
} from '../../db/snapshots.ts'
import type { Stack } from '../../db/stacks.ts'
import { insertTemplate, readTemplate, type StoredTemplate } from '../../db/templates.ts'
import { errors } from '../../errors.ts'
import { typeBehind } from '../../language/registry.ts'
import { isMap } from '../../language/shapes.ts'
import type { HeatApp } from '../app.ts'
import { askStack } from './ask-stack.ts'

export const needSnapshot = async (app: HeatApp, stack: Stack, id: string): Promise<Snapshot> => {
  const snapshot = await findSnapshot(app.db, stack.id, id)
  if (!snapshot) throw errors.EntityNotFound({ entity: 'Snapshot', name: id })
  return snapshot
}

/** Creates a snapshot: the current template, and what resource types return of each resource. */
export const createSnapshot =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, name: string | null): Promise<Snapshot> => {
    if (stack.status === 'IN_PROGRESS')
      throw errors.ActionInProgress({ name: stack.name, action: stack.action })
    const most = app.config.DEFAULT.max_snapshots_per_stack
    const taken = await snapshotsOfStack(app.db, stack.id)
    if (most >= 0 && taken.length >= most && !ctx.roles.includes('admin'))
      throw errors.RequestLimitExceeded({
        message: `Request limit exceeded: You have reached the maximum snapshots per stack, ${most}. Please delete some snapshots.`,
      })
    const snapshot: Snapshot = {
      ...{ id: newId(), name, stack_id: stack.id, project_id: stack.project_id },
      ...{ status: 'IN_PROGRESS', action: 'CREATE', status_reason: 'Snapshot in progress' },
      data: JSON.stringify({ templateId: stack.template_id, resources: {} }),
      created_at: timestamp(app.clock),
    }
    await askStack(
      app,
      ctx,
      stack,
      { action: 'SNAPSHOT', wish: { snapshotId: snapshot.id } },
      async (trx) => {
        await trx.insertInto('snapshots').values(snapshot).execute()
      },
    )
    return snapshot
  }

/**
 * The template of a snapshot, in which resources get the properties that restore their parts of it. They stay in the template of
 * the stack, as in Heat: an update that lacked them would take the restored content away.
 */
const restoringTemplate = (
  { types }: HeatApp,
  { template, environment }: StoredTemplate,
  parts: SnapshotData['resources'],
): StoredTemplate['template'] => {
  const [section, key] = 'resources' in template ? ['resources', 'properties'] : ['Resources', 'Properties']
  const { resource_registry: given } = environment
  const registry = isMap(given) ? given : {}
  const all = isMap(template[section]) ? template[section] : {}
  const restored = Object.entries(all).map(([name, one]) => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part === undefined || !isMap(one) || Object.keys(part.snapshot).length === 0) return [name, one]
    const type = types.get(typeBehind(registry, String(one.type ?? one.Type), name))
    const properties = isMap(one[key]) ? one[key] : {}
    return [name, { ...one, [key]: { ...properties, ...type?.restore?.(part.snapshot) } }]
  })
  return { ...template, [section]: Object.fromEntries(restored) }
}

/** Restores a stack to the template of a snapshot, and its resources to their parts of it. */
export const restoreSnapshot =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, id: string): Promise<void> => {
    const snapshot = await needSnapshot(app, stack, id)
    if (snapshot.status !== 'COMPLETE' || snapshot.stack_id !== stack.id)
      throw errors.NotSupported({ feature: `Restoring a snapshot that is ${snapshot.status}` })
    const { templateId, resources } = dataOf(snapshot)
    const stored = await readTemplate(app.db, app.sealing, templateId)
    const template = restoringTemplate(app, stored, resources)
    const [at, restoring] = [timestamp(app.clock), newId()]
    const change = { template_id: restoring, updated_at: at }
    await askStack(app, ctx, stack, { action: 'RESTORE', wish: { snapshotId: id }, change }, (trx) =>
      insertTemplate(trx, app.sealing, { id: restoring, stackId: stack.id, at, ...stored, template }),
    )
  }

/** Deletes a snapshot, including the snapshots of its resources. */
export const deleteSnapshot =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, id: string): Promise<void> => {
    const snapshot = await needSnapshot(app, stack, id)
    if (snapshot.status === 'IN_PROGRESS')
      throw errors.NotSupported({ feature: 'Deleting in-progress snapshot' })
    await app.look.forgetSnapshot(ctx, stack, dataOf(snapshot).resources)
    await removeSnapshot(app.db, id)
  }

export const snapshotsOf = ({ db }: HeatApp, stack: Stack): Promise<readonly Snapshot[]> =>
  snapshotsOfStack(db, stack.id)

/** The data of a COMPLETE snapshot, otherwise null. */
export const contentOf = (snapshot: Snapshot) =>
  snapshot.status === 'COMPLETE' ? { ...dataOf(snapshot) } : null
