import * as contract from '@nimbo/contracts/telemetry/metric/aggregates'
import { answer } from '@nimbo/http/answer'
import { readMeasures } from '../../app/metric/read-measures.ts'
import { valueTest, ValueMistake } from '../../domain/metric/value-filter.ts'
import { errors } from '../../metric-errors.ts'
import { filterIn, readableMetrics } from './aggregates.ts'
import { linkToNext } from './link-to-next.ts'
import { handle, ofOthers } from './handle.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { conditionsFor, pageOfResources } from '../../app/metric/list-resources.ts'
import { askedIn } from './measures-query.ts'
import { resourceViews } from '../../app/metric/resource-view.ts'

const resources = handle(contract.searchResources, async (call) => {
  const { app, params, query, body, request } = call
  const mayAll = call.allows('search resource', ofOthers)
  const filter = filterIn(query.filter ?? body)
  const conditions = await conditionsFor({ ...call, mayAll }, params.type, filter)
  const { resources: found, ...page } = await pageOfResources(app, conditions, query)
  const details = params.type !== 'generic' || isYes(query.details)
  const views = await resourceViews(app, found, { details, only: query.attrs })
  return answer(views, { headers: linkToNext(request, page) })
})

const metrics = handle(contract.searchMetrics, async (call) => {
  const { app, query, body } = call
  const fits = testOf(body)
  const found = await readableMetrics(call, query.metric_id ?? [], 'search metric')
  const asked = { ...askedIn(app, query), resample: undefined }
  const results = found.map(async (metric) => {
    const points = await readMeasures(app)(metric, query.aggregation ?? 'mean', asked)
    return [metric.id, points.filter(([, , value]) => value !== null && fits(value))] as const
  })
  return Object.fromEntries(await Promise.all(results))
})

const testOf = (body: unknown): ((value: number) => boolean) => {
  try {
    return valueTest(body)
  } catch (error) {
    if (!(error instanceof ValueMistake)) throw error
    throw errors.Invalid({ cause: 'Invalid predicate', reason: error.message, detail: [] })
  }
}

export const search = [resources, metrics]
