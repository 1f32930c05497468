import { randomUUID } from 'node:crypto'
import * as contract from '@nimbo/contracts/telemetry/metering/metering'
import type { SampleView } from '@nimbo/contracts/telemetry/metering/metering'
import { handlersOf } from '@nimbo/http/handle'
import { timestamp } from '@nimbo/kernel/clock'
import type { MeteringApp } from '../../app/metering/metering-app.ts'
import { conditionOf, filterIn, isColumn, sampleColumns } from '../../app/metering/query.ts'
import {
  keepSamples,
  metersUnder,
  needSample,
  resourcesUnder,
  samplesUnder,
  sampleView,
  volumesUnder,
} from '../../app/metering/read.ts'
import { statisticsOf } from '../../domain/metering/statistics.ts'
import { errors } from '../../metering-errors.ts'
import { conditionsIn, limitIn, visible } from './asked.ts'

const handle = handlersOf<MeteringApp>()({})

const oldView = ({ id, meter, type, unit, volume, metadata, ...rest }: SampleView) => ({
  ...{ message_id: id, counter_name: meter, counter_type: type, counter_unit: unit, counter_volume: volume },
  ...{ ...rest, resource_metadata: metadata },
})

const listMeters = handle(contract.listMeters, async (call) => {
  const found = await metersUnder(call.app, [...visible(call), ...conditionsIn(sampleColumns, call.query)])
  return found.map(({ meter, type, unit, resource_id, project_id, user_id, source }) => ({
    meter_id: Buffer.from(`${resource_id}+${meter}`).toString('base64'),
    ...{ name: meter, type, unit, resource_id, project_id, user_id, source },
  }))
})

const ofMeter = (
  call: Parameters<typeof visible>[0],
  meter: string,
  query: Parameters<typeof conditionsIn>[1],
) => [...visible(call), isColumn('meter', meter), ...conditionsIn(sampleColumns, query)]

const listMeterSamples = handle(contract.listMeterSamples, async (call) => {
  const conditions = ofMeter(call, call.params.meter_name, call.query)
  const found = await samplesUnder(call.app, conditions, limitIn(call.query.limit))
  return found.map(sampleView).map(oldView)
})

const createSamples = handle(contract.createSamples, async ({ app, ctx, params, body, allows }) => {
  const recorded_at = timestamp(app.clock)
  const samples = body.map((given): SampleView => {
    if (given.counter_name !== params.meter_name)
      throw errors.Invalid({
        reason: `Invalid counter_name: ${given.counter_name} should be ${params.meter_name}`,
      })
    const project_id = given.project_id ?? ctx.projectId ?? null
    if (project_id !== ctx.projectId && !allows('context_is_admin'))
      throw errors.Forbidden({ rule: 'telemetry:create_samples' })
    const at = given.timestamp === undefined ? app.clock.now() : Date.parse(given.timestamp)
    if (Number.isNaN(at)) throw errors.Invalid({ reason: `Invalid timestamp: ${given.timestamp}` })
    return {
      ...{ id: randomUUID(), meter: given.counter_name, type: given.counter_type, unit: given.counter_unit },
      ...{ volume: given.counter_volume, project_id, user_id: given.user_id ?? ctx.userId ?? null },
      ...{ resource_id: given.resource_id, timestamp: new Date(at).toISOString(), recorded_at },
      source: `${ctx.projectId}:${given.source ?? 'openstack'}`,
      metadata: given.resource_metadata ?? {},
    }
  })
  await keepSamples(
    app,
    samples.map((sample) => ({ ...sample, metadata: JSON.stringify(sample.metadata) })),
  )
  return samples.map(oldView)
})

const statistics = handle(contract.showStatistics, async (call) => {
  const { groupby = [], period = '0' } = call.query
  const seconds = Number(period)
  if (!(Number.isInteger(seconds) && seconds >= 0))
    throw errors.Invalid({ reason: 'Period must be positive.' })
  const samples = await volumesUnder(call.app, ofMeter(call, call.params.meter_name, call.query))
  const names = ['resource_id', 'project_id', 'user_id', 'source'] as const
  const unknown = groupby.find((name) => !names.some((one) => one === name))
  if (unknown !== undefined) throw errors.Invalid({ reason: `Invalid groupby fields: ${unknown}` })
  const wanted = names.filter((name) => groupby.includes(name))
  const groupOf = (sample: (typeof samples)[number]) =>
    Object.fromEntries(wanted.map((name) => [name, sample[name]]))
  return [...Map.groupBy(samples, (sample) => JSON.stringify(groupOf(sample)))].flatMap(([group, members]) =>
    statisticsOf(members, seconds).map((one) => ({
      ...one,
      groupby: wanted.length > 0 ? JSON.parse(group) : null,
    })),
  )
})

const listSamples = handle(contract.listSamples, async (call) => {
  const conditions = [...visible(call), ...conditionsIn(sampleColumns, call.query)]
  return (await samplesUnder(call.app, conditions, limitIn(call.query.limit))).map(sampleView)
})

const showSample = handle(contract.showSample, async (call) =>
  sampleView(await needSample(call.app, visible(call), call.params.sample_id)),
)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw errors.Invalid({ reason: `Filter expression not valid: ${text}` }, { cause })
  }
}

const querySamples = handle(contract.querySamples, async (call) => {
  const { filter, limit } = call.body
  const conditions = visible(call)
  if (filter !== undefined && filter !== '')
    conditions.push(conditionOf(sampleColumns, filterIn(parsed(filter))))
  return (await samplesUnder(call.app, conditions, limit)).map(sampleView)
})

type Found = Awaited<ReturnType<typeof resourcesUnder>>[number]

const resourceView = (base: string, { sample, first, last }: Found) => ({
  ...{ resource_id: sample.resource_id, project_id: sample.project_id, user_id: sample.user_id },
  ...{ source: sample.source, first_sample_timestamp: first, last_sample_timestamp: last },
  metadata: JSON.parse(sample.metadata),
  links: [{ rel: 'self', href: `${base}/v2/resources/${sample.resource_id}` }],
})

const listResources = handle(contract.listResources, async (call) => {
  const found = await resourcesUnder(call.app, [...visible(call), ...conditionsIn(sampleColumns, call.query)])
  return found.map((one) => resourceView(call.base, one))
})

const showResource = handle(contract.showResource, async (call) => {
  const id = call.params.resource_id
  const [found] = await resourcesUnder(call.app, [...visible(call), isColumn('resource_id', id)])
  if (!found) throw errors.NoSuchResource({ id })
  return resourceView(call.base, found)
})

export const samples = [
  ...[listMeters, listMeterSamples, createSamples, statistics, listSamples, showSample],
  ...[querySamples, listResources, showResource],
]
