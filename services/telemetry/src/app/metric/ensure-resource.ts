import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { findRevision, present } from '../../db/metric/resources.ts'
import { resourceIdOf } from '../../domain/metric/resource-id.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'
import { creatorOf } from './metrics.ts'
import { needType } from './resource-types.ts'
import { createResource } from './resources.ts'

/** The id of the caller's resource with this name; creates it when it does not exist. */
export const ensureResource = async (
  app: MetricApp,
  ctx: Context,
  typeName: string,
  name: string,
): Promise<string> => {
  const plain = name.replaceAll('/', '_')
  const creator = creatorOf(ctx)
  const id = resourceIdOf(plain, `${creator.created_by_user_id}:${creator.created_by_project_id}`)
  if (id === undefined) throw errors.Wrong({ reason: `not a valid resource id: ${name}` })
  if (await findRevision(app.db, id, present)) return id
  const type = await needType(app, typeName)
  const wanted = { id: plain, project_id: ctx.projectId ?? null, user_id: ctx.userId ?? null }
  await createResource(app)(ctx, type, wanted).catch((error: unknown) => {
    if (!isFault(error, 'ResourceExists')) throw error
  })
  return id
}
