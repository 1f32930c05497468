import { allOrNone } from '@nimbo/db/all-or-none'
import { internalContext } from '@nimbo/kernel/context'
import { insertActions } from '../../db/alarming/actions.ts'
import { type Alarm, claimAlarm, findAlarm, updateAlarm } from '../../db/alarming/alarms.ts'
import {
  type Actions,
  actionsFor,
  type State,
  states,
  type TimeConstraint,
} from '../../domain/alarming/alarm.ts'
import type {
  CompositeRule,
  MembersRule,
  PrometheusRule,
  Rule,
  ThresholdRule,
} from '../../domain/alarming/alarm-rule.ts'
import { cronOf } from '../../domain/alarming/cron.ts'
import { joined, judge, type Verdict } from '../../domain/alarming/evaluate-threshold.ts'
import { type AlarmApp, instantOf } from './alarm-app.ts'
import { tellChange } from './alarms.ts'

/** Reads the values of the last periods of a rule's series, oldest first. */
export type ReadValues = (
  rule: ThresholdRule | PrometheusRule,
  projectId: string | null,
) => Promise<readonly number[]>

const stateOf = (alarm: Alarm): State => states.find((one) => one === alarm.state) ?? 'insufficient data'

const verdictOf = async (
  before: State,
  rule: ThresholdRule | PrometheusRule | CompositeRule,
  read: (rule: ThresholdRule | PrometheusRule) => Promise<readonly number[]>,
): Promise<Verdict> => {
  if (rule.kind !== 'composite') {
    const { comparison_operator: operator, threshold } = rule
    const values = await read(rule)
    // For Prometheus each returned series counts as a value.
    const periods = rule.kind === 'prometheus' ? Math.max(values.length, 1) : rule.evaluation_periods
    return judge(before, { values, periods, operator, threshold })
  }
  const parts: State[] = []
  const reasons: string[] = []
  for (const inner of rule.rules) {
    const verdict = await verdictOf('insufficient data', inner, read)
    parts.push(verdict.state ?? 'insufficient data')
    reasons.push(verdict.reason)
  }
  const state = joined(rule.join, parts)
  const verb = state === before ? 'Remaining as' : 'Transition to'
  const reason = `${verb} ${state} due to the rules joined by ${rule.join}: ${reasons.join('; ')}`
  return { state, reason, data: { type: 'composite', composition_form: rule.join, parts } }
}

/** Aodh's verdict where no load balancing service can be reached: this cloud has none. */
const withoutBalancers = (rule: MembersRule): Verdict => ({
  state: 'insufficient data',
  reason: 'failed to communicate with load balancing service',
  data: {
    ...{ type: rule.kind, count: 0, most_recent: null, unhealthy_members: [] },
    ...{ pool_id: rule.pool_id, stack_id: rule.stack_id, asg_id: rule.autoscaling_group_id },
  },
})

const isTime = (alarm: Alarm, now: number): boolean => {
  const constraints: readonly TimeConstraint[] = JSON.parse(alarm.time_constraints)
  return (
    constraints.length === 0 ||
    constraints.some(
      ({ start, duration, timezone = '' }) => cronOf(start, timezone)(now, duration * 1000) !== undefined,
    )
  )
}

/**
 * Records the result of an evaluation, and queues the actions of an alarm if its state has changed or they are to be repeated.
 */
export const settle = async (
  app: AlarmApp,
  id: string,
  verdict: Pick<Verdict, 'reason' | 'data'> & { readonly state: State },
): Promise<void> => {
  const now = instantOf(app)
  await allOrNone(app.db, async (trx) => {
    const alarm = await findAlarm(trx, id)
    if (!alarm) return
    const previous = stateOf(alarm)
    const counts: Readonly<Record<string, number>> = JSON.parse(alarm.counts)
    const counted = JSON.stringify({ ...counts, [verdict.state]: (counts[verdict.state] ?? 0) + 1 })
    const isNews = verdict.state !== previous
    await updateAlarm(trx, id, {
      counts: counted,
      ...(isNews ? { state: verdict.state, state_timestamp: now } : {}),
      ...(isNews || alarm.repeat_actions === 1 ? { state_reason: verdict.reason } : {}),
    })
    if (isNews)
      await tellChange(trx, internalContext(), alarm, {
        ...{ type: 'state transition', timestamp: now },
        detail: { state: verdict.state, transition_reason: verdict.reason },
      })
    if (!isNews && alarm.repeat_actions === 0) return
    const actions: Actions = JSON.parse(alarm.actions)
    const body = JSON.stringify({
      ...{ alarm_id: id, alarm_name: alarm.name, severity: alarm.severity, previous, current: verdict.state },
      ...{ reason: verdict.reason, reason_data: verdict.data },
    })
    const urls = actionsFor(actions, verdict.state)
    await insertActions(
      trx,
      urls.map((url) => ({ alarm_id: id, url, body, tries: 0, due_at: now })),
    )
  })
  app.wakeNotifier()
}

/** Evaluates an alarm, unless another evaluator has claimed it or its time constraints do not apply. */
export const evaluate =
  (app: AlarmApp, read: ReadValues) =>
  async (alarm: Alarm): Promise<void> => {
    if (!(await claimAlarm(app.db, alarm, instantOf(app))) || !isTime(alarm, app.clock.now())) return
    const rule: Rule = JSON.parse(alarm.rule)
    if (rule.kind === 'event') return
    const verdict =
      rule.kind === 'loadbalancer_member_health'
        ? withoutBalancers(rule)
        : await verdictOf(stateOf(alarm), rule, (one) => read(one, alarm.project_id))
    await settle(app, alarm.id, { ...verdict, state: verdict.state ?? stateOf(alarm) })
  }
