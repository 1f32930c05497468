import { allOrNone } from '@nimbo/db/all-or-none'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Context } from '@nimbo/kernel/context'
import type { Selectable } from 'kysely'
import { attachMetric, deleteMetrics, findNamedMetric, metricsOf } from '../../db/metric/metrics.ts'
import type { MetricDb } from '../../db/metric/policies.ts'
import type { ResourceType } from '../../db/metric/resource-types.ts'
import { insertResource, reviseResource } from '../../db/metric/resources.ts'
import type { ResourceRow } from '../../db/metric/tables.ts'
import { type Kept, keptValue } from '../../domain/metric/attribute-types.ts'
import { isoOf, parseInstant } from '../../domain/metric/instants.ts'
import { resourceIdOf } from '../../domain/metric/resource-id.ts'
import { errors } from '../../metric-errors.ts'
import { instantOf, type MetricApp } from './metric-app.ts'
import { createMetric, creatorOf, type MetricInput, needMetric } from './metrics.ts'

export type Resource = Selectable<ResourceRow>

type Wanted = Readonly<Record<string, unknown>>

const invalid = (reason: string, name: string) =>
  errors.Invalid({ cause: 'Invalid input', reason: `${reason} @ data['${name}']`, detail: [name] })

const ownFields = ['id', 'started_at', 'ended_at', 'user_id', 'project_id', 'metrics']

const instantIn = (app: MetricApp, wanted: Wanted, name: string): string | null | undefined => {
  const value = wanted[name]
  if (value === undefined || value === null) return value
  const instant =
    typeof value === 'string' || typeof value === 'number' ? parseInstant(value, instantOf(app)) : undefined
  if (instant === undefined) throw invalid('not a valid timestamp', name)
  return isoOf(instant)
}

const textIn = (wanted: Wanted, name: string): string | null | undefined => {
  const value = wanted[name]
  if (value === undefined || value === null || typeof value === 'string') return value
  throw invalid('expected str', name)
}

/** The type's attributes in a request, checked and in stored form. */
const attributesIn = (type: ResourceType, wanted: Wanted): Readonly<Record<string, Kept>> => {
  const given = Object.entries(wanted).filter(([name]) => !ownFields.includes(name))
  return Object.fromEntries(
    given.map(([name, value]) => {
      const declared = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
      if (declared === undefined) throw invalid('extra keys not allowed', name)
      if (value === null && !declared.required) return [name, null]
      const kept = keptValue(declared, value)
      if (kept === undefined) throw invalid(`not a valid ${declared.type}`, name)
      return [name, kept]
    }),
  )
}

const allAttributes = (type: ResourceType, given: Readonly<Record<string, Kept>>): string => {
  const all = Object.entries(type.attributes).map(([name, { required }]): readonly [string, Kept] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined && required) throw invalid('required key not provided', name)
    return [name, value ?? null]
  })
  return JSON.stringify(Object.fromEntries(all))
}

const isMetricInput = (value: unknown): value is MetricInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Owned = Pick<Resource, 'id' | 'created_by_user_id' | 'created_by_project_id'>

/**
 * Adds metrics to a resource by name: new ones, or existing metrics without a resource. Those must have the same creator, since
 * whoever may read the resource may read its metrics.
 */
const giveMetrics = async (
  db: MetricDb,
  ctx: Context,
  { id: resourceId, ...creator }: Owned,
  wanted: unknown,
): Promise<void> => {
  if (!isMetricInput(wanted)) throw invalid('expected a dictionary', 'metrics')
  for (const [name, value] of Object.entries(wanted)) {
    if (name.includes('/')) throw errors.Wrong({ reason: "'/' is not supported in metric name" })
    const given: unknown = value
    if (typeof given === 'string') {
      const metric = await needMetric({ db }, given)
      if (
        metric.created_by_user_id !== creator.created_by_user_id ||
        metric.created_by_project_id !== creator.created_by_project_id
      )
        throw errors.NoSuchMetric({ metric: given })
      if (metric.resource_id !== null && metric.resource_id !== resourceId)
        throw invalid('the metric is of another resource', name)
      const namesake = await findNamedMetric(db, resourceId, name)
      if (namesake && namesake.id !== metric.id) throw errors.NamedMetricExists({ name })
      await attachMetric(db, metric.id, { resource_id: resourceId, name })
      continue
    }
    if (!isMetricInput(given)) throw invalid('expected a dictionary', name)
    const { unit, archive_policy_name } = given
    await createMetric({ db })(ctx, { unit, archive_policy_name, name, resource_id: resourceId })
  }
}

/** Creates a resource of a type with its metrics. */
export const createResource =
  (app: MetricApp) =>
  async (ctx: Context, type: ResourceType, wanted: Wanted): Promise<Resource> => {
    const original = textIn(wanted, 'id')
    if (typeof original !== 'string') throw invalid('required key not provided', 'id')
    const creator = creatorOf(ctx)
    const id = resourceIdOf(original, `${creator.created_by_user_id}:${creator.created_by_project_id}`)
    if (id === undefined) throw invalid('not a valid resource id', 'id')
    const now = isoOf(instantOf(app))
    const row: Resource = {
      ...creator,
      ...{ id, type: type.name, original_resource_id: original },
      user_id: textIn(wanted, 'user_id') ?? null,
      project_id: textIn(wanted, 'project_id') ?? null,
      started_at: instantIn(app, wanted, 'started_at') ?? now,
      ended_at: instantIn(app, wanted, 'ended_at') ?? null,
      revision_start: now,
      attributes: allAttributes(type, attributesIn(type, wanted)),
    }
    if (row.ended_at !== null && row.ended_at < row.started_at)
      throw errors.Wrong({ reason: 'Start timestamp cannot be after end timestamp' })
    const insert = async (db: MetricDb): Promise<Resource> => {
      if (await insertResource(db, row)) return row
      throw errors.ResourceExists({ resource: original })
    }
    const { metrics } = wanted
    if (metrics === undefined) return insert(app.db)
    return allOrNone(app.db, async (trx) => {
      await insert(trx)
      await giveMetrics(trx, ctx, row, metrics)
      return row
    })
  }

/** Updates a resource; its previous state is kept as a revision. */
export const changeResource =
  (app: MetricApp) =>
  (ctx: Context, type: ResourceType, id: string, wanted: Wanted): Promise<Resource> => {
    if (wanted.id !== undefined || wanted.started_at !== undefined)
      throw invalid('extra keys not allowed', wanted.id === undefined ? 'started_at' : 'id')
    return allOrNone(app.db, async (trx) => {
      const query = trx.selectFrom('resources').selectAll().where('id', '=', id)
      const was = await takingRows(trx, query).executeTakeFirst()
      if (!was) throw errors.NoSuchResource({ resource: id })
      const before: Readonly<Record<string, Kept>> = JSON.parse(was.attributes)
      const user = textIn(wanted, 'user_id')
      const project = textIn(wanted, 'project_id')
      const ended = instantIn(app, wanted, 'ended_at')
      const is = {
        ...was,
        user_id: user === undefined ? was.user_id : user,
        project_id: project === undefined ? was.project_id : project,
        ended_at: ended === undefined ? was.ended_at : ended,
        attributes: allAttributes(type, { ...before, ...attributesIn(type, wanted) }),
      }
      if (is.ended_at !== null && is.ended_at < is.started_at)
        throw errors.Wrong({ reason: 'Start timestamp cannot be after end timestamp' })
      if (wanted.metrics !== undefined) await setMetrics(trx, ctx, was, wanted.metrics)
      const fields = ['user_id', 'project_id', 'ended_at', 'attributes'] as const
      if (fields.every((name) => is[name] === was[name])) return was
      const revised = { ...is, revision_start: isoOf(Math.max(instantOf(app), after(was.revision_start))) }
      await reviseResource(trx, was, revised)
      return revised
    })
  }

/** No two revisions of a resource start at the same instant: their ETags depend on it. */
const after = (instant: string): number => (parseInstant(instant, 0) ?? 0) + 1

/** Sets the metrics of a resource; deletes those that are not named. */
const setMetrics = async (db: MetricDb, ctx: Context, resource: Owned, wanted: unknown): Promise<void> => {
  const names = isMetricInput(wanted) ? Object.keys(wanted) : []
  const old = await metricsOf(db, [resource.id])
  const gone = old.filter(({ name }) => !names.includes(name ?? ''))
  await deleteMetrics(
    db,
    gone.map((metric) => metric.id),
  )
  const isNew = ([name]: readonly [string, unknown]) => !old.some((metric) => metric.name === name)
  const added = isMetricInput(wanted) ? Object.entries(wanted).filter(isNew) : []
  await giveMetrics(db, ctx, resource, Object.fromEntries(added))
}

export const addMetrics =
  ({ db }: MetricApp) =>
  (ctx: Context, resource: Owned, wanted: unknown): Promise<void> =>
    allOrNone(db, (trx) => giveMetrics(trx, ctx, resource, wanted))
