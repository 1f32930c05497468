import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { type Expression, type SqlBool, sql } from 'kysely'
import { needType } from './resource-types.ts'
import type { MetricApp } from './metric-app.ts'
import { deleteMetricsOf } from '../../db/metric/metrics.ts'
import { conditionOf } from '../../db/metric/resource-condition.ts'
import {
  deleteResources,
  findRevision,
  listRevisions,
  present,
  type Revision,
} from '../../db/metric/resources.ts'
import { type Filter, FilterMistake } from '../../domain/metric/resource-filter.ts'
import { errors } from '../../metric-errors.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { limitOf, orderOf } from './page.ts'

const columns = [
  ...['id', 'type', 'original_resource_id', 'user_id', 'project_id', 'started_at', 'ended_at'],
  ...['revision_start', 'revision_end', 'created_by_user_id', 'created_by_project_id'],
]

export interface ResourcesQuery {
  readonly limit?: string | undefined
  readonly marker?: string | undefined
  readonly sort?: readonly string[] | undefined
  readonly history?: string | undefined
}

/** Runs `work`, which reads a filter, and turns a mistake in it into a client error. */
export const withFilter = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    if (error instanceof FilterMistake)
      throw errors.Invalid({ cause: 'Invalid filter', reason: error.message, detail: [] })
    throw error
  }
}

/** The conditions for resources of a type that match a filter and that the caller may see. */
export const conditionsFor = async (
  { app, ctx, mayAll }: { readonly app: MetricApp; readonly ctx: Context; readonly mayAll: boolean },
  typeName: string,
  filter: Filter | undefined,
): Promise<Expression<SqlBool>[]> => {
  const type = await needType(app, typeName)
  const own = ctx.projectId ?? ''
  return [
    ...(typeName === 'generic' ? [] : [sql<SqlBool>`type = ${typeName}`]),
    ...(filter === undefined ? [] : [withFilter(() => conditionOf(app.db, type, filter))]),
    ...(mayAll
      ? []
      : [
          sql<SqlBool>`(project_id = ${own} or created_by_project_id = ${own} or created_by_user_id = ${ctx.userId ?? ''})`,
        ]),
  ]
}

/** A page of resources, and the marker of the next one. */
export interface PageOfResources {
  readonly resources: readonly Revision[]
  readonly limit: number
  readonly marker: string | undefined
}

export const pageOfResources = async (
  app: MetricApp,
  conditions: readonly Expression<SqlBool>[],
  query: ResourcesQuery,
): Promise<PageOfResources> => {
  const limit = limitOf(query, app.limits.pageLimit)
  const order = orderOf(query, columns, [
    { column: 'revision_start', direction: 'asc' },
    { column: 'started_at', direction: 'asc' },
    { column: 'id', direction: 'asc' },
    { column: 'revision', direction: 'asc' },
  ])
  const [id = '', revision] = query.marker?.split('@') ?? []
  const after =
    query.marker === undefined
      ? undefined
      : await findRevision(app.db, id, revision === undefined ? present : Number(revision))
  if (query.marker !== undefined && !after) throw errors.Wrong({ reason: `Invalid marker: ${query.marker}` })
  const resources = await listRevisions(app.db, {
    ...{ conditions, order, after, limit },
    history: isYes(query.history),
  })
  const last = resources.length < limit ? undefined : resources.at(-1)
  const marker = last && (last.revision === present ? last.id : `${last.id}@${last.revision}`)
  return { resources, limit, marker }
}

const mostAtOnce = 1000

const deleteWithMetrics = (db: MetricApp['db'], ids: readonly string[]): Promise<number> =>
  allOrNone(db, async (trx) => {
    await deleteMetricsOf(trx, ids)
    return deleteResources(trx, ids)
  })

/** Deletes the resources that match the conditions, with their metrics; returns their number. */
export const deleteAll = async (
  { db }: Pick<MetricApp, 'db'>,
  conditions: readonly Expression<SqlBool>[],
): Promise<number> => {
  let deleted = 0
  for (;;) {
    const some = await listRevisions(db, {
      ...{ conditions, order: [{ column: 'id', direction: 'asc' }], after: undefined },
      ...{ limit: mostAtOnce, history: false },
    })
    deleted += await deleteWithMetrics(
      db,
      some.map(({ id }) => id),
    )
    if (some.length < mostAtOnce) return deleted
  }
}

/** The condition for resources created by the caller or the caller's project. */
export const createdByCaller = (ctx: Context): Expression<SqlBool> =>
  sql<SqlBool>`(created_by_project_id = ${ctx.projectId ?? ''} or created_by_user_id = ${ctx.userId ?? ''})`

/** The condition for one resource, with its history. */
export const conditionOfOne = (id: string): Expression<SqlBool> => sql<SqlBool>`id = ${id}`

export const deleteOne = ({ db }: Pick<MetricApp, 'db'>, id: string): Promise<number> =>
  deleteWithMetrics(db, [id])
