import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { findRevision, present } from '../../db/metric/resources.ts'
import { resourceIdOf } from '../../domain/metric/resource-id.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'
import { creatorOf } from './metrics.ts'
import { needType } from './resource-types.ts'
import { createResource, type Resource } from './resources.ts'

/** The caller's resource with this name, created when it does not exist; or the one of any project whose id the name is. */
export const ensureResource = async (
  app: MetricApp,
  ctx: Context,
  typeName: string,
  name: string,
): Promise<Resource> => {
  const plain = name.replaceAll('/', '_')
  const creator = creatorOf(ctx)
  const id = resourceIdOf(plain, `${creator.created_by_user_id}:${creator.created_by_project_id}`)
  if (id === undefined) throw errors.Wrong({ reason: `not a valid resource id: ${name}` })
  const known = await findRevision(app.db, id, present)
  if (known) return known
  const type = await needType(app, typeName)
  const wanted = { id: plain, project_id: ctx.projectId ?? null, user_id: ctx.userId ?? null }
  try {
    return await createResource(app)(ctx, type, wanted)
  } catch (error) {
    const made = isFault(error, 'ResourceExists') ? await findRevision(app.db, id, present) : undefined
    if (!made) throw error
    return made
  }
}
