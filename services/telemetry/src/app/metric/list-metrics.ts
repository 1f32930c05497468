import type { Context } from '@nimbo/kernel/context'
import { type Expression, type SqlBool, sql } from 'kysely'
import { findMetric, listMetrics, type Metric } from '../../db/metric/metrics.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'
import { limitOf, orderOf } from './page.ts'

const columns = ['id', 'name', 'unit', 'archive_policy_name', 'resource_id']
const filters = ['name', 'archive_policy_name', 'unit', 'resource_id'] as const

type Text = string | undefined

interface MetricsQuery extends Readonly<Partial<Record<(typeof filters)[number], Text>>> {
  readonly limit?: Text
  readonly marker?: Text
  readonly sort?: readonly string[] | undefined
  readonly id?: readonly string[] | undefined
  readonly creator?: Text
  readonly user_id?: Text
  readonly project_id?: Text
}

/** A page of the metrics that match a query and that the caller may see. */
export const pageOfMetrics = async (
  app: MetricApp,
  { ctx, mayAll }: { readonly ctx: Context; readonly mayAll: boolean },
  query: MetricsQuery,
): Promise<{ readonly metrics: readonly Metric[]; readonly limit: number; readonly marker: Text }> => {
  const limit = limitOf(query, app.limits.pageLimit)
  const conditions: Expression<SqlBool>[] = []
  for (const name of filters)
    if (query[name] !== undefined) conditions.push(sql<SqlBool>`${sql.ref(name)} = ${query[name]}`)
  if (query.id) conditions.push(sql<SqlBool>`id in (${sql.join(query.id)})`)
  const [user, project] = query.creator?.split(':') ?? [query.user_id, query.project_id]
  if (user) conditions.push(sql<SqlBool>`created_by_user_id = ${user}`)
  if (project) conditions.push(sql<SqlBool>`created_by_project_id = ${project}`)
  if (!mayAll) {
    const own = ctx.projectId ?? ''
    conditions.push(
      sql<SqlBool>`(created_by_project_id = ${own} or created_by_user_id = ${ctx.userId ?? ''}
        or resource_id in (select id from resources where project_id = ${own}))`,
    )
  }
  const after = query.marker === undefined ? undefined : await findMetric(app.db, query.marker)
  if (query.marker !== undefined && !after) throw errors.Wrong({ reason: `Invalid marker: ${query.marker}` })
  const order = orderOf(query, columns, [{ column: 'id', direction: 'asc' }])
  const metrics = await listMetrics(app.db, { conditions, order, after, limit })
  return { metrics, limit, marker: metrics.length < limit ? undefined : metrics.at(-1)?.id }
}
