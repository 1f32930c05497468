import type { Context } from '@nimbo/kernel/context'
import type { Metric } from '../../db/metric/metrics.ts'
import type { ResourceType } from '../../db/metric/resource-types.ts'
import { findResources, findRevision, present, type Revision } from '../../db/metric/resources.ts'
import { resourceIdOf } from '../../domain/metric/resource-id.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'
import { creatorOf } from './metrics.ts'
import { needType } from './resource-types.ts'
import type { Resource } from './resources.ts'

export interface FoundResource extends Revision {
  /** The type in the path of the request: the resource's own type, or `generic`. */
  readonly askedType: ResourceType
}

/** The resource with this id, or the caller's with this name. Throws when it does not exist. */
export const findResource = async (
  app: Pick<MetricApp, 'db'>,
  ctx: Context,
  type: string,
  name: string,
): Promise<FoundResource> => {
  const askedType = await needType(app, type)
  const resource = await resourceNamed(app, ctx, name)
  if (!resource || (type !== 'generic' && resource.type !== type))
    throw errors.NoSuchResource({ resource: name })
  return { ...resource, askedType }
}

const projectOf = async ({ db }: Pick<MetricApp, 'db'>, resourceId: string | null): Promise<string | null> =>
  resourceId === null ? null : ((await findRevision(db, resourceId, present))?.project_id ?? null)

export interface FoundMetric {
  readonly metric: Metric
  readonly projectId: string | null
}

export const foundMetric = async (app: Pick<MetricApp, 'db'>, metric: Metric): Promise<FoundMetric> => ({
  metric,
  projectId: await projectOf(app, metric.resource_id),
})

/** The current revision of the resource with this id, or of the caller's with this name; undefined when it does not exist. */
const resourceNamed = async (
  { db }: Pick<MetricApp, 'db'>,
  ctx: Context,
  name: string,
): Promise<Revision | undefined> => {
  const creator = creatorOf(ctx)
  const id = resourceIdOf(name, `${creator.created_by_user_id}:${creator.created_by_project_id}`)
  return id === undefined ? undefined : findRevision(db, id, present)
}

/** Current resources by the ids or names that the caller gives; missing ones are left out. */
export const resourcesNamed = async (
  { db }: Pick<MetricApp, 'db'>,
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, Resource>> => {
  const creator = creatorOf(ctx)
  const ids = new Map(
    names.map((name) => [
      name,
      resourceIdOf(name, `${creator.created_by_user_id}:${creator.created_by_project_id}`),
    ]),
  )
  const known = await findResources(
    db,
    [...ids.values()].filter((id) => id !== undefined),
  )
  const byId = new Map(known.map((resource) => [resource.id, resource]))
  return new Map(
    [...ids].flatMap(([name, id]) => {
      const resource = byId.get(id ?? '')
      return resource === undefined ? [] : [[name, resource] as const]
    }),
  )
}
