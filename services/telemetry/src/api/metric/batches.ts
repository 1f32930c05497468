import * as contract from '@nimbo/contracts/telemetry/metric/batches'
import {
  acceptNamedMeasures,
  missingMetrics,
  type NamedMeasures,
} from '../../app/metric/take-named-measures.ts'
import { acceptMeasures, type Batch, pointsIn } from '../../app/metric/take-measures.ts'
import { resourcesNamed } from '../../app/metric/find-resource.ts'
import { uuidOf } from '../../domain/metric/resource-id.ts'
import { knownMetrics, ownersOfMetrics } from '../../app/metric/metrics.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { factsOf, handle } from './handle.ts'

type OwnerFacts = ReturnType<typeof factsOf>

/** Drops facts that equal the previous ones, so that policy is enforced less often: a batch has many metrics, but few owners. */
const apart = (all: readonly OwnerFacts[]): readonly OwnerFacts[] =>
  all.filter(({ creator, created_by_project_id, project_id }, index) => {
    const before = all[index - 1]
    return !(
      before?.creator === creator &&
      before.created_by_project_id === created_by_project_id &&
      before.project_id === project_id
    )
  })

/**
 * The batches with their metric ids in stored form, and the owners of those metrics. Throws one error with all metrics that do
 * not exist.
 */
const ofKnownMetrics = async (app: MetricApp, given: readonly Batch[]) => {
  const ids = (batches: readonly Batch[]) => batches.map(({ metricId }) => metricId)
  const knownOf = async (batches: readonly Batch[]) => {
    const owners = await ownersOfMetrics(app, ids(batches))
    return { batches, owners, known: owners.reduce((sum, { count }) => sum + count, 0) }
  }
  const asGiven = await knownOf(given)
  if (asGiven.known === given.length) return asGiven
  // Ids are nearly always in stored form; if some are not found, all are normalised and looked up again.
  const spelled = given.map((batch) => ({ ...batch, metricId: uuidOf(batch.metricId) ?? batch.metricId }))
  const there = await knownMetrics(app, ids(spelled))
  const missing = ids(spelled).filter((id) => !there.has(id))
  if (missing.length === 0) return knownOf(spelled)
  throw errors.Invalid({
    cause: 'Unknown metrics',
    reason: 'Some metrics do not exist',
    detail: missing.sort(),
  })
}

const metrics = handle(contract.postBatch, async ({ app, body, enforce }) => {
  const given = Object.entries(body).map(([metricId, measures]) => ({
    metricId,
    points: pointsIn(app, measures),
  }))
  const { batches, owners } = await ofKnownMetrics(app, given)
  for (const owner of owners) enforce('post measures', factsOf(owner, null))
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

const resources = handle(contract.postResourcesBatch, async ({ app, ctx, body, query, enforce }) => {
  const known = await resourcesNamed(app, ctx, Object.keys(body))
  const found = [...known].map(([name, one]) => ({ name, id: one.id, facts: factsOf(one, one.project_id) }))
  const missing = Object.keys(body).filter((name) => !known.has(name))
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
