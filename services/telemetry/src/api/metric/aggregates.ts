import * as contract from '@nimbo/contracts/telemetry/metric/aggregates'
import type { Context } from '@nimbo/kernel/context'
import { type Answered, aggregate, type Question } from '../../app/metric/aggregate.ts'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { findResources, metricsNamed, mostResources } from '../../app/metric/search-resources.ts'
import { refresh } from '../../app/metric/take-measures.ts'
import type { Metric } from '../../db/metric/metrics.ts'
import { metricsById } from '../../app/metric/metrics.ts'
import { foundMetric } from '../../app/metric/find-resource.ts'
import { readFilter } from '../../domain/metric/read-filter.ts'
import { filterOf } from '../../domain/metric/resource-filter.ts'
import { nodeOf, OperationMistake, readNode } from '../../domain/metric/operations/node.ts'
import { type Operation, operationOf, referencesIn } from '../../domain/metric/operations/operation-tree.ts'
import { uuidOf } from '../../domain/metric/resource-id.ts'
import { errors } from '../../metric-errors.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { factsOf, handle, ofOthers } from './handle.ts'
import { conditionsFor, withFilter } from '../../app/metric/list-resources.ts'
import { questionIn } from './measures-query.ts'
import { groupsOf } from './group-resources.ts'
import { resourceViews } from '../../app/metric/resource-view.ts'

/** Reads the filter of a request body: JSON, or a string in the filter syntax. */
export const filterIn = (given: unknown) =>
  given === undefined || given === null || given === ''
    ? undefined
    : withFilter(() => (typeof given === 'string' ? readFilter(given) : filterOf(given)))

const operationIn = (given: string | readonly unknown[]): Operation => {
  try {
    return operationOf(typeof given === 'string' ? readNode(given) : nodeOf(given))
  } catch (error) {
    if (!(error instanceof OperationMistake)) throw error
    throw errors.Invalid({ cause: 'Invalid operations', reason: error.message, detail: [] })
  }
}

interface Judging {
  readonly app: MetricApp
  readonly ctx: Context
  enforce(rule: string, facts?: Readonly<Record<string, unknown>>): void
}

/** The metrics with these ids. Throws when one does not exist or the caller may not read it. */
export const readableMetrics = async (
  { app, enforce }: Judging,
  ids: readonly string[],
  rule = 'get measures',
): Promise<readonly Metric[]> => {
  const wanted = [...new Set(ids)]
  const known = await metricsById(
    app,
    wanted.filter((id) => uuidOf(id) !== undefined),
  )
  const missing = wanted.filter((id) => !known.some((metric) => metric.id === id))
  if (missing.length > 0)
    throw errors.NotFoundWithDetail({
      cause: 'Metrics not found',
      reason: 'metrics do not exist',
      detail: missing,
    })
  for (const metric of known) {
    const { projectId } = await foundMetric(app, metric)
    enforce(rule, factsOf(metric, projectId))
  }
  return known
}

type Measures = Record<string, unknown>

/** Measures nested by metric as in replies; the result over several metrics is under `aggregated`. */
const nested = (answers: readonly Answered[], path: (metricId: string) => readonly string[]): Measures => {
  const measures: Measures = {}
  for (const { metricId, aggregation, measures: points } of answers) {
    if (metricId === undefined) {
      measures.aggregated = points
      continue
    }
    let at = measures
    for (const name of path(metricId)) {
      const inner: unknown = at[name]
      const next: Measures = isMeasures(inner) ? inner : {}
      at[name] = next
      at = next
    }
    at[aggregation] = points
  }
  return measures
}

const isMeasures = (value: unknown): value is Measures =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Asking extends Judging {
  readonly operation: Operation
  readonly question: Question
  readonly refreshes: boolean
  readonly details: boolean
}

const byIds = async (asking: Asking) => {
  const { app, operation, question } = asking
  const references = referencesIn(operation)
  const metrics = await readableMetrics(
    asking,
    references.map(({ name }) => name),
  )
  if (asking.refreshes)
    await refresh(
      app,
      metrics.map(({ id }) => id),
    )
  const resolve = ({ name }: { readonly name: string }) => metrics.filter(({ id }) => id === name)
  const answers = await aggregate(app)(operation, references, resolve, question)
  const measures = nested(answers, (id) => [id])
  return asking.details
    ? { measures, references: metrics.map(({ id, name }) => ({ id, name })) }
    : { measures }
}

interface Searching {
  readonly type: string
  readonly search: unknown
  readonly mayAll: boolean
  readonly groupby: readonly string[]
}

const bySearch = async (asking: Asking, { type, search, mayAll, groupby }: Searching) => {
  const { app, ctx, operation, question } = asking
  const conditions = await conditionsFor({ app, ctx, mayAll }, type, filterIn(search))
  const found = await findResources(app, ctx, conditions)
  if (found.resources.length > mostResources)
    throw errors.Wrong({ reason: `More than ${mostResources} resources fit the search` })
  const references = referencesIn(operation)
  const views = await resourceViews(app, found.resources, { details: true })
  const compute = async (ids: readonly string[]) => {
    const chosen = new Set(ids)
    const metrics = found.metrics.filter(({ resource_id }) => chosen.has(resource_id ?? ''))
    const wanted = references.flatMap((reference) => metricsNamed(metrics, reference))
    if (wanted.length === 0)
      throw errors.NotFoundWithDetail({
        cause: 'Metrics not found',
        reason: 'metrics do not exist',
        detail: references.map(({ name }) => name),
      })
    if (asking.refreshes)
      await refresh(
        app,
        wanted.map(({ id }) => id),
      )
    const resolve = ({ name }: { readonly name: string }) => metricsNamed(metrics, { name })
    const answers = await aggregate(app)(operation, references, resolve, question)
    const byId = new Map(metrics.map((metric) => [metric.id, metric]))
    const measures = nested(answers, (id) => {
      const metric = byId.get(id)
      return [metric?.resource_id ?? '', metric?.name ?? '']
    })
    return asking.details
      ? { measures, references: views.filter(({ id }) => ids.some((one) => one === id)) }
      : { measures }
  }
  if (groupby.length === 0) return compute(found.resources.map(({ id }) => id))
  const groups: unknown[] = []
  for (const { group, ids } of groupsOf(views, groupby)) groups.push({ group, measures: await compute(ids) })
  return groups
}

const compute = handle(contract.aggregate, (call) => {
  const { body, query } = call
  const asking = {
    ...{ app: call.app, ctx: call.ctx, enforce: call.enforce, operation: operationIn(body.operations) },
    question: questionIn(call.app, query),
    refreshes: isYes(query.refresh),
    details: isYes(query.details),
  }
  if (body.resource_type === undefined && body.search === undefined) return byIds(asking)
  return bySearch(asking, {
    type: body.resource_type ?? 'generic',
    search: body.search,
    mayAll: call.allows('search resource', ofOthers),
    groupby: query.groupby ?? [],
  })
})

/** The request of a deprecated aggregation API (`/v1/aggregation/…`) as an operation of the dynamic aggregates API. */
const oldOperation = (
  metrics: readonly string[],
  query: {
    readonly aggregation?: string | undefined
    readonly reaggregation?: string | undefined
    readonly resample?: string | undefined
  },
): Operation => {
  const aggregation = query.aggregation ?? 'mean'
  const read = ['metric', ...metrics.map((name) => [name, aggregation])]
  const seconds = query.resample === undefined ? undefined : Number(query.resample)
  const sampled = seconds === undefined ? read : ['resample', aggregation.replace('rate:', ''), seconds, read]
  return operationIn(['aggregate', query.reaggregation ?? aggregation.replace('rate:', ''), sampled])
}

const listOf = (answer: unknown): [string, number, number | null][] =>
  isMeasures(answer) && isMeasures(answer.measures) && Array.isArray(answer.measures.aggregated)
    ? answer.measures.aggregated
    : []

const aggregateMetrics = handle(contract.aggregateMetrics, async (call) => {
  const { app, query } = call
  const asking = { ...call, operation: oldOperation(query.metric ?? [], query), details: false }
  return listOf(await byIds({ ...asking, question: questionIn(app, query), refreshes: isYes(query.refresh) }))
})

const aggregatePosted = handle(contract.aggregatePostedMetrics, async (call) => {
  const { app, query, body } = call
  const asking = { ...call, operation: oldOperation(body, query), details: false }
  return listOf(await byIds({ ...asking, question: questionIn(app, query), refreshes: isYes(query.refresh) }))
})

const aggregateResources = handle(contract.aggregateResources, async (call) => {
  const { app, params, query, body } = call
  const groupby = query.groupby ?? []
  const asking = {
    ...{ ...call, operation: oldOperation([params.name], query), question: questionIn(app, query) },
    ...{ details: false, refreshes: isYes(query.refresh) },
  }
  const mayAll = call.allows('search resource', ofOthers)
  const search = query.filter ?? body
  const answer = await bySearch(asking, { type: params.type, search, mayAll, groupby })
  if (!Array.isArray(answer)) return listOf(answer)
  return answer.map((one: unknown) =>
    isMeasures(one) ? { group: one.group, measures: listOf(one.measures) } : one,
  )
})

export const aggregates = [compute, aggregateMetrics, aggregatePosted, aggregateResources]
