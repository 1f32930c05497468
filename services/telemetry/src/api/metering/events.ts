import * as contract from '@nimbo/contracts/telemetry/metering/metering'
import { handlersOf } from '@nimbo/http/handle'
import type { MeteringApp } from '../../app/metering/metering-app.ts'
import { eventColumns, isColumn } from '../../app/metering/query.ts'
import { eventsUnder, eventTypesUnder, needEvent, traitsOf } from '../../app/metering/read.ts'
import { usageOf } from '../../app/metering/usage.ts'
import { errors } from '../../metering-errors.ts'
import { conditionsIn, limitIn, visible } from './asked.ts'

const handle = handlersOf<MeteringApp>()({})

type Found = Awaited<ReturnType<typeof needEvent>>

const eventView = (event: Found) => ({
  ...{ message_id: event.message_id, event_type: event.event_type, generated: event.generated },
  ...{ traits: traitsOf(event), raw: {} },
})

const types = handle(contract.listEventTypes, (call) => eventTypesUnder(call.app, visible(call)))

const ofType = (call: Parameters<typeof visible>[0] & { readonly app: MeteringApp }, type: string) =>
  eventsUnder(call.app, [...visible(call), isColumn('event_type', type)])

const traits = handle(contract.listTraits, async (call) => {
  const found = (await ofType(call, call.params.event_type)).flatMap(traitsOf)
  const byName = new Map(found.map(({ name, type }) => [name, type]))
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, type]) => ({ name, type }))
})

const values = handle(contract.listTraitValues, async (call) => {
  const found = (await ofType(call, call.params.event_type)).flatMap(traitsOf)
  return found.filter(({ name }) => name === call.params.trait_name)
})

const list = handle(contract.listEvents, async (call) => {
  const conditions = [...visible(call), ...conditionsIn(eventColumns, call.query)]
  return (await eventsUnder(call.app, conditions, limitIn(call.query.limit))).map(eventView)
})

const show = handle(contract.showEvent, async (call) =>
  eventView(await needEvent(call.app, visible(call), call.params.message_id)),
)

const monthMs = 30 * 86_400_000

const instantIn = (text: string | undefined, usual: number): number => {
  const at = text === undefined ? usual : Date.parse(text)
  if (Number.isNaN(at)) throw errors.Invalid({ reason: `Invalid instant: ${text}` })
  return at
}

const usage = handle(contract.showUsage, async ({ app, ctx, query, enforce }) => {
  const until = instantIn(query.end, app.clock.now())
  const from = instantIn(query.start, until - monthMs)
  if (from >= until) throw errors.Invalid({ reason: 'A period begins before it ends' })
  const all = /^(true|1|yes)$/i.test(query.all_projects ?? '')
  if (all || (query.project_id !== undefined && query.project_id !== ctx.projectId))
    enforce('telemetry:get_usage:all_projects')
  const projectId = all ? undefined : (query.project_id ?? ctx.projectId)
  return {
    ...{ start: new Date(from).toISOString(), end: new Date(until).toISOString() },
    usage: await usageOf(app, { from, until, projectId }),
  }
})

export const events = [types, traits, values, list, show, usage]
