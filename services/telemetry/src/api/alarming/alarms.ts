import * as contract from '@nimbo/contracts/telemetry/alarming/alarms'
import { answer } from '@nimbo/http/answer'
import { alarmView, changeView } from '../../app/alarming/alarm-view.ts'
import { createAlarm, needAlarm, removeAlarm, replaceAlarm, setState } from '../../app/alarming/alarms.ts'
import { findAlarms, findChanges } from '../../app/alarming/query.ts'
import { admins, handle } from './handle.ts'
import { askedByBody, askedByQuery } from './list-query.ts'

const viewOf = (alarm: Parameters<typeof alarmView>[0]) => ({ ...alarmView(alarm) })

const isYes = (text: string | undefined): boolean => /^(true|1|yes)$/i.test(text ?? '')

const list = handle(contract.listAlarms, async ({ app, ctx, query, enforce, allows }) => {
  if (isYes(query.all_projects)) enforce('telemetry:get_alarms:all_projects')
  const asksForProject = query['q.field']?.some((name) => /^project(_id)?$/.test(name)) ?? false
  const all = isYes(query.all_projects) || (asksForProject && allows(admins))
  const marker = query.marker === undefined ? undefined : await needAlarm(app, query.marker)
  const asked = { ...askedByQuery(query), projectId: all ? undefined : ctx.projectId }
  return (await findAlarms(app, asked, marker)).map(viewOf)
})

const create = handle(contract.createAlarm, async ({ app, ctx, body, base, allows }) => {
  const alarm = await createAlarm(app)({ ctx, isAdmin: allows(admins) }, body)
  return answer(viewOf(alarm), { headers: { location: `${base}/v2/alarms/${alarm.id}` } })
})

const show = handle(contract.showAlarm, async ({ found }) => viewOf(found.alarm))

const replace = handle(contract.replaceAlarm, async ({ app, ctx, found, body, allows }) =>
  viewOf(await replaceAlarm(app)({ ctx, isAdmin: allows(admins) }, found.alarm, body)),
)

const remove = handle(contract.deleteAlarm, async ({ app, ctx, found }) => {
  await removeAlarm(app)(ctx, found.alarm)
})

const changes = handle(contract.listChanges, async ({ app, found, query }) => {
  const asked = { ...askedByQuery(query), projectId: undefined }
  return (await findChanges(app, asked, found.alarm.id)).map(changeView)
})

const showState = handle(contract.showState, async ({ found }) => found.alarm.state)

const changeState = handle(contract.setState, ({ app, ctx, found, body }) =>
  setState(app)(ctx, found.alarm, body),
)

const query = handle(contract.queryAlarms, async ({ app, ctx, body, allows }) => {
  const projectId = allows(admins) ? undefined : ctx.projectId
  return (await findAlarms(app, { ...askedByBody(body), projectId })).map(viewOf)
})

const queryChanges = handle(contract.queryChanges, async ({ app, ctx, body, allows }) => {
  const projectId = allows(admins) ? undefined : ctx.projectId
  return (await findChanges(app, { ...askedByBody(body), projectId })).map(changeView)
})

const evaluations = handle(
  contract.showEvaluations,
  async ({ app, ctx, query: { all_projects }, enforce }) => {
    if (isYes(all_projects)) enforce('telemetry:get_metrics:all_projects')
    const projectId = isYes(all_projects) ? undefined : ctx.projectId
    const alarms = await findAlarms(app, { projectId, filter: undefined, order: [], limit: undefined })
    return {
      evaluation_results: alarms.map(({ id, project_id, counts }) => ({
        ...{ alarm_id: id, project_id, state_counters: JSON.parse(counts) },
      })),
    }
  },
)

export const alarms = [
  ...[list, create, show, replace, remove, changes, showState, changeState],
  ...[query, queryChanges, evaluations],
]
