import { type Actions, severities, states, type TimeConstraint } from '../../domain/alarming/alarm.ts'
import { type Rule, RuleMistake, ruleKinds, ruleOf } from '../../domain/alarming/alarm-rule.ts'
import { CronMistake, cronOf } from '../../domain/alarming/cron.ts'
import { errors } from '../../alarming-errors.ts'

type Given = Readonly<Record<string, unknown>>

/** The checked body of a request to create or change an alarm. */
export interface AlarmInput {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly enabled: boolean
  readonly repeat_actions: boolean
  readonly severity: string
  readonly state: (typeof states)[number]
  readonly rule: Rule
  readonly actions: Actions
  readonly time_constraints: readonly TimeConstraint[]
}

const invalid = (reason: string) => errors.Invalid({ reason })

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (name: string, value: unknown) =>
  invalid(`Invalid input for field/attribute ${name}. Value: '${JSON.stringify(value)}'.`)

const textIn = (given: Given, name: string, usual: string): string => {
  const value = given[name] ?? usual
  if (typeof value !== 'string' || value.length > 255) throw wrong(name, value)
  return value
}

const flagIn = (given: Given, name: string, usual: boolean): boolean => {
  const value = given[name] ?? usual
  if (typeof value !== 'boolean') throw wrong(name, value)
  return value
}

const wordIn = <const Word extends string>(
  given: Given,
  name: string,
  words: readonly Word[],
  usual: Word,
): Word => {
  const value = given[name] ?? usual
  const found = words.find((word) => word === value)
  if (found === undefined)
    throw invalid(
      `Invalid input for field/attribute ${name}. Value: '${String(value)}'. Value should be one of: ${words.join(', ')}`,
    )
  return found
}

const schemes = ['log:', 'test:', 'http:', 'https:', 'trust+http:', 'trust+https:']

const actionIn = (value: unknown): string => {
  if (typeof value !== 'string' || !URL.canParse(value))
    throw invalid(`Unable to parse action ${String(value)}`)
  if (!schemes.includes(new URL(value).protocol)) throw invalid(`Unsupported action ${value}`)
  return value
}

const actionsIn = (given: Given, name: string, most: number): readonly string[] => {
  const list = given[name] ?? []
  if (!Array.isArray(list)) throw wrong(name, list)
  if (most >= 0 && list.length > most) throw invalid(`${name} count exceeds maximum value ${most}`)
  return list.map(actionIn)
}

const constraintIn = (value: unknown): TimeConstraint => {
  if (!isObject(value)) throw wrong('time_constraints', value)
  const { name, description, start, duration: given, timezone = '' } = value
  // python-aodhclient sends it as text.
  const duration = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given
  if (typeof name !== 'string' || typeof start !== 'string' || typeof timezone !== 'string')
    throw wrong('time_constraints', value)
  if (typeof duration !== 'number' || !Number.isInteger(duration) || duration < 0)
    throw wrong('duration', duration)
  try {
    cronOf(start, timezone)
  } catch (error) {
    if (error instanceof CronMistake) throw invalid(error.message)
    throw error
  }
  return { name, start, duration, timezone, description: typeof description === 'string' ? description : '' }
}

const constraintsIn = (given: Given): readonly TimeConstraint[] => {
  const list = given.time_constraints ?? []
  if (!Array.isArray(list)) throw wrong('time_constraints', list)
  const constraints = list.map(constraintIn)
  if (new Set(constraints.map(({ name }) => name)).size < constraints.length)
    throw invalid('Time constraint names must be unique for a given alarm.')
  return constraints
}

const ruleIn = (given: Given, type: string): Rule => {
  const others = Object.keys(given).filter((name) => name.endsWith('_rule') && name !== `${type}_rule`)
  const set = others.find((name) => given[name] !== null && given[name] !== undefined)
  if (set !== undefined) throw invalid(`${set} and ${type}_rule cannot be set at the same time`)
  const rule = given[`${type}_rule`]
  if (rule === undefined || rule === null) throw invalid(`${type}_rule must be set for ${type} type alarm`)
  try {
    return ruleOf(type, rule)
  } catch (error) {
    if (error instanceof RuleMistake) throw invalid(error.message)
    throw error
  }
}

const known = [
  ...[
    'alarm_id',
    'name',
    'type',
    'description',
    'enabled',
    'repeat_actions',
    'severity',
    'state',
    'state_reason',
  ],
  ...[
    'ok_actions',
    'alarm_actions',
    'insufficient_data_actions',
    'time_constraints',
    'user_id',
    'project_id',
  ],
  ...['timestamp', 'state_timestamp', 'evaluate_timestamp'],
]

/** Checks the body of a request to create or change an alarm. Throws `Invalid`. */
export const alarmInput = (given: Given, mostActions: number): AlarmInput => {
  const unknown = Object.keys(given).find((name) => !known.includes(name) && !name.endsWith('_rule'))
  if (unknown !== undefined) throw invalid(`Unknown attribute: ${unknown}`)
  if (typeof given.name !== 'string' || given.name === '')
    throw invalid('Invalid input for field/attribute name. Mandatory field missing.')
  const type = wordIn(given, 'type', ruleKinds, 'event')
  if (given.type === undefined)
    throw invalid('Invalid input for field/attribute type. Mandatory field missing.')
  const rule = ruleIn(given, type)
  return {
    ...{ name: textIn(given, 'name', ''), type, rule },
    description: textIn(given, 'description', `Alarm when ${descriptionOf(rule)}`.slice(0, 255)),
    enabled: flagIn(given, 'enabled', true),
    repeat_actions: flagIn(given, 'repeat_actions', false),
    severity: wordIn(given, 'severity', severities, 'low'),
    state: wordIn(given, 'state', states, 'insufficient data'),
    actions: {
      ok_actions: actionsIn(given, 'ok_actions', mostActions),
      alarm_actions: actionsIn(given, 'alarm_actions', mostActions),
      insufficient_data_actions: actionsIn(given, 'insufficient_data_actions', mostActions),
    },
    time_constraints: constraintsIn(given),
  }
}

const descriptionOf = (rule: Rule): string => {
  if (rule.kind === 'event') return `${rule.event_type} event occurred.`
  if (rule.kind === 'composite') return 'a composite rule holds'
  if (rule.kind === 'loadbalancer_member_health') return 'members of a load balancer are unhealthy'
  if (rule.kind === 'prometheus') return `${rule.query} is ${rule.comparison_operator} ${rule.threshold}`
  const { aggregation_method, comparison_operator, threshold, evaluation_periods, granularity } = rule
  return `${aggregation_method} is ${comparison_operator} ${threshold} during ${evaluation_periods} × ${granularity} s`
}
