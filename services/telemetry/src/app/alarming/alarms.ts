import { randomUUID } from 'node:crypto'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { jsonAsInPython } from '@nimbo/kernel/json-as-in-python'
import * as rows from '../../db/alarming/alarms.ts'
import { quotaOf } from '../../db/alarming/quotas.ts'
import { type Actions, states } from '../../domain/alarming/alarm.ts'
import { ruleWithin } from '../../domain/alarming/rule-within.ts'
import { trustsNoLongerIn } from '../../domain/alarming/trust-action.ts'
import { errors } from '../../alarming-errors.ts'
import { type AlarmApp, instantOf } from './alarm-app.ts'
import { type AlarmInput, alarmInput } from './alarm-input.ts'
import { alarmView } from './alarm-view.ts'
import { requireReadable } from './require-readable.ts'
import { endTrusts, requireOwnTrusts, withTrusts } from './trusted-actions.ts'

type Alarm = rows.Alarm

/** Adds a change of an alarm to its history. */
export const tellChange = (
  db: rows.AlarmDb,
  ctx: Pick<Context, 'userId' | 'projectId'>,
  alarm: Alarm,
  change: { readonly type: string; readonly detail: unknown; readonly timestamp: string },
): Promise<void> =>
  rows.insertChange(db, {
    ...{ event_id: randomUUID(), alarm_id: alarm.id, type: change.type, timestamp: change.timestamp },
    detail: jsonAsInPython(change.detail),
    ...{ user_id: ctx.userId ?? alarm.user_id, project_id: ctx.projectId ?? alarm.project_id },
    ...{ on_behalf_of: alarm.project_id, severity: alarm.severity },
  })

const columnsOf = (input: AlarmInput) => ({
  ...{ type: input.type, name: input.name, description: input.description, severity: input.severity },
  ...{ enabled: input.enabled ? 1 : 0, repeat_actions: input.repeat_actions ? 1 : 0 },
  actions: JSON.stringify(input.actions),
  time_constraints: JSON.stringify(input.time_constraints),
  rule: JSON.stringify(input.rule),
})

const refuseOverQuota = async (app: AlarmApp, db: rows.AlarmDb, ctx: Context): Promise<void> => {
  const project = ctx.projectId ?? null
  const ofProject = (project === null ? undefined : await quotaOf(db, project)) ?? app.limits.ofProject
  const { ofUser } = app.limits
  const over = async (most: number, owner: 'project_id' | 'user_id', id: string | null) =>
    most >= 0 && (await rows.countAlarms(db, owner, id)) >= most
  if ((await over(ofProject, 'project_id', project)) || (await over(ofUser, 'user_id', ctx.userId ?? null)))
    throw errors.OverQuota({ data: ctx.userId ?? '' })
}

/** Limits the resource queries of a rule to the caller's project, unless the caller is an administrator. */
const withinProject = (input: AlarmInput, ctx: Context, isAdmin: boolean): AlarmInput =>
  isAdmin ? input : { ...input, rule: ruleWithin(input.rule, ctx.projectId ?? '') }

export interface Asking {
  readonly ctx: Context
  readonly isAdmin: boolean
}

export const createAlarm =
  (app: AlarmApp) =>
  async ({ ctx, isAdmin }: Asking, given: Readonly<Record<string, unknown>>): Promise<Alarm> => {
    const input = withinProject(alarmInput(given, app.limits.actions), ctx, isAdmin)
    await requireReadable(app)(ctx, input.rule)
    await requireOwnTrusts(app, ctx, input.actions)
    const now = instantOf(app)
    const owner = (name: 'user_id' | 'project_id', own: string | undefined): string | null => {
      const said = given[name]
      return isAdmin && typeof said === 'string' && said !== '' ? said : (own ?? null)
    }
    const alarm: Alarm = {
      ...{ id: randomUUID(), ...columnsOf(input), state: input.state, state_reason: 'Not evaluated yet' },
      user_id: owner('user_id', ctx.userId),
      project_id: owner('project_id', ctx.projectId),
      ...{ timestamp: now, state_timestamp: now, evaluate_timestamp: '', counts: '{}' },
    }
    return withTrusts(app, ctx, input.actions, async (actions) => {
      const made = { ...alarm, actions: JSON.stringify(actions) }
      await allOrNone(app.db, async (trx) => {
        await refuseOverQuota(app, trx, ctx)
        await rows.insertAlarm(trx, made)
        await tellChange(trx, ctx, made, { type: 'creation', detail: alarmView(made), timestamp: now })
      })
      return made
    })
  }

export const replaceAlarm =
  (app: AlarmApp) =>
  async (
    { ctx, isAdmin }: Asking,
    alarm: Alarm,
    given: Readonly<Record<string, unknown>>,
  ): Promise<Alarm> => {
    const input = withinProject(alarmInput(given, app.limits.actions), ctx, isAdmin)
    await requireReadable(app)(ctx, input.rule)
    await requireOwnTrusts(app, ctx, input.actions, actionsOf(alarm))
    const now = instantOf(app)
    const stateChanged = given.state !== undefined && input.state !== alarm.state
    const made = await withTrusts(app, ctx, input.actions, async (actions) => {
      // Nothing else is written: an evaluator may have changed the state since the alarm was read.
      const changes = {
        ...{ ...columnsOf(input), actions: JSON.stringify(actions), timestamp: now },
        ...(stateChanged
          ? { state: input.state, state_timestamp: now, state_reason: 'Manually set via API' }
          : {}),
      }
      const trusted: Alarm = { ...alarm, ...changes }
      const detail = differenceOf(alarm, trusted)
      if (Object.keys(detail).length === 0) return alarm
      await allOrNone(app.db, async (trx) => {
        await rows.updateAlarm(trx, alarm.id, changes)
        await tellChange(trx, ctx, trusted, { type: 'rule change', detail, timestamp: now })
      })
      return trusted
    })
    await endTrusts(app, ctx, trustsNoLongerIn(actionsOf(alarm), actionsOf(made)))
    return made
  }

const actionsOf = ({ actions }: Alarm): Actions => JSON.parse(actions)

const ignored = ['timestamp', 'state_timestamp', 'evaluate_timestamp']

/** The changed properties, as in replies. */
const differenceOf = (was: Alarm, is: Alarm): Readonly<Record<string, unknown>> => {
  const before = alarmView(was)
  return Object.fromEntries(
    Object.entries(alarmView(is)).filter(
      ([name, value]) => !ignored.includes(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}

export const removeAlarm =
  (app: AlarmApp) =>
  async (ctx: Context, alarm: Alarm): Promise<void> => {
    await allOrNone(app.db, async (trx) => {
      await rows.deleteAlarm(trx, alarm.id)
      await tellChange(trx, ctx, alarm, {
        ...{ type: 'deletion', detail: alarmView(alarm), timestamp: instantOf(app) },
      })
    })
    await endTrusts(app, ctx, trustsNoLongerIn(actionsOf(alarm), undefined))
  }

/** Sets the state of an alarm at a user's request; its actions are not carried out. */
export const setState =
  (app: AlarmApp) =>
  async (ctx: Context, alarm: Alarm, wanted: string): Promise<string> => {
    const state = states.find((one) => one === wanted)
    if (state === undefined) throw errors.Invalid({ reason: 'state invalid' })
    const now = instantOf(app)
    const reason = 'Manually set via API'
    await allOrNone(app.db, async (trx) => {
      await rows.updateAlarm(trx, alarm.id, {
        state,
        state_timestamp: now,
        state_reason: reason,
        timestamp: now,
      })
      await tellChange(trx, ctx, alarm, {
        ...{ type: 'state transition', detail: { state, transition_reason: reason }, timestamp: now },
      })
    })
    return state
  }

export const needAlarm = async ({ db }: Pick<AlarmApp, 'db'>, id: string): Promise<Alarm> => {
  const alarm = await rows.findAlarm(db, id)
  if (!alarm) throw errors.NoSuchAlarm({ alarm: id })
  return alarm
}
