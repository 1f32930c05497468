import type { Context } from '@nimbo/kernel/context'
import * as contract from '@nimbo/contracts/telemetry/metric/batches'
import {
  acceptNamedMeasures,
  missingMetrics,
  type NamedMeasures,
} from '../../app/metric/take-named-measures.ts'
import { acceptMeasures, pointsIn } from '../../app/metric/take-measures.ts'
import { resourceNamed } from '../../app/metric/find-resource.ts'
import { uuidOf } from '../../domain/metric/resource-id.ts'
import { creatorsById } from '../../app/metric/metrics.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { factsOf, handle } from './handle.ts'

type OwnerFacts = ReturnType<typeof factsOf>

/** Those that rules can tell from the one before: a batch is of many metrics, and of few owners. */
const apart = (all: readonly OwnerFacts[]): readonly OwnerFacts[] =>
  all.filter(({ creator, created_by_project_id, project_id }, index) => {
    const before = all[index - 1]
    return !(
      before?.creator === creator &&
      before.created_by_project_id === created_by_project_id &&
      before.project_id === project_id
    )
  })

interface Batch {
  readonly metricId: string
  readonly points: ReturnType<typeof pointsIn>
}

/** Ids are nearly always spelled as they are kept; where they are not, they are asked for once more. */
const ofKnownMetrics = async (app: MetricApp, given: readonly Batch[]) => {
  const known = await creatorsById(
    app,
    given.map(({ metricId }) => metricId),
  )
  if (known.length === given.length) return { batches: given, known }
  const batches = given.map((batch) => ({ ...batch, metricId: uuidOf(batch.metricId) ?? batch.metricId }))
  return {
    batches,
    known: await creatorsById(
      app,
      batches.map(({ metricId }) => metricId),
    ),
  }
}

const metrics = handle(contract.postBatch, async ({ app, body, enforce }) => {
  const given = Object.entries(body).map(([metricId, measures]) => ({
    metricId,
    points: pointsIn(app, measures),
  }))
  const { batches, known } = await ofKnownMetrics(app, given)
  const there = new Set(known.map(({ id }) => id))
  const missing = batches.map(({ metricId }) => metricId).filter((id) => !there.has(id))
  if (missing.length > 0)
    throw errors.Invalid({
      cause: 'Unknown metrics',
      reason: 'Some metrics do not exist',
      detail: missing.sort(),
    })
  for (const facts of apart(known.map((metric) => factsOf(metric, null)))) enforce('post measures', facts)
  await acceptMeasures(app, batches)
})

interface Named {
  readonly archive_policy_name?: string
  readonly unit?: string
  readonly measures: unknown
}

const namedIn = (given: unknown): Named => {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !('measures' in given))
    return { measures: given }
  const policy = 'archive_policy_name' in given ? given.archive_policy_name : undefined
  const unit = 'unit' in given ? given.unit : undefined
  return {
    measures: given.measures,
    ...(typeof policy === 'string' ? { archive_policy_name: policy } : {}),
    ...(typeof unit === 'string' ? { unit } : {}),
  }
}

/** Resources that measures are for; those that are not there are all told at once. */
const resourceIds = async (app: MetricApp, ctx: Context, names: readonly string[]) => {
  const found: { readonly name: string; readonly id: string; readonly facts: ReturnType<typeof factsOf> }[] =
    []
  const missing: string[] = []
  for (const name of names) {
    const resource = await resourceNamed(app, ctx, name)
    if (resource) found.push({ name, id: resource.id, facts: factsOf(resource, resource.project_id) })
    else missing.push(name)
  }
  return { found, missing }
}

const resources = handle(contract.postResourcesBatch, async ({ app, ctx, body, query, enforce }) => {
  const { found, missing } = await resourceIds(app, ctx, Object.keys(body))
  if (missing.length > 0)
    throw errors.Invalid({
      cause: 'Unknown resources',
      reason: 'Some resources do not exist',
      detail: missing.sort(),
    })
  for (const facts of apart(found.map((one) => one.facts))) enforce('post measures', facts)
  const batches = found.flatMap(({ name, id }) =>
    Object.entries(body[name] ?? {}).map(([metric, given]): NamedMeasures => {
      const { measures, ...of } = namedIn(given)
      return { ...of, resourceId: id, name: metric, points: pointsIn(app, measures) }
    }),
  )
  if (!isYes(query.create_metrics)) {
    const unknown = await missingMetrics(app, batches)
    if (unknown.length > 0)
      throw errors.Invalid({
        cause: 'Unknown metrics',
        reason: 'Some metrics do not exist',
        detail: unknown.map(({ resourceId, name }) => `${resourceId}/${name}`).sort(),
      })
  }
  await acceptNamedMeasures(app, ctx, batches)
})

export const batches = [metrics, resources]
