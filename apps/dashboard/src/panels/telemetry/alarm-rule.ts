import { type Field, field } from '../../panel/form-spec.ts'
import type { Values } from '../../panel/values.ts'

const ofResource = 'gnocchi_resources_threshold'
const ofEvent = 'event'

const isOfResource = ({ type }: Values): boolean => type === ofResource
const isOfEvent = ({ type }: Values): boolean => type === ofEvent

/** The rule fields of each alarm type. */
const ruleFields: readonly Field[] = [
  field('metric', { as: 'text', required: true, when: isOfResource }),
  field('resource_type', {
    choices: ['instance', 'volume', 'image', 'network', 'generic'],
    ...{ initial: 'instance', required: true, when: isOfResource },
  }),
  field('resource_id', { as: 'text', required: true, when: isOfResource }),
  field('aggregation_method', {
    choices: ['mean', 'min', 'max', 'sum', 'count', 'rate:mean'],
    ...{ initial: 'mean', required: true, when: isOfResource },
  }),
  field('comparison_operator', {
    choices: ['gt', 'ge', 'lt', 'le', 'eq', 'ne'],
    ...{ initial: 'gt', required: true, when: isOfResource },
  }),
  field('threshold', { as: 'number', initial: 0, required: true, when: isOfResource }),
  field('granularity', { as: 'number', initial: 300, required: true, when: isOfResource }),
  field('evaluation_periods', { as: 'number', initial: 1, required: true, when: isOfResource }),
  field('event_type', { as: 'text', initial: '*', required: true, when: isOfEvent }),
]

export const alarmFields: readonly Field[] = [
  field('name', { as: 'text', required: true }),
  field('type', { choices: [ofResource, ofEvent], initial: ofResource, required: true }),
  ...ruleFields,
  field('description', { as: 'text' }),
  field('severity', { choices: ['low', 'moderate', 'critical'], initial: 'low' }),
  field('alarm_actions', { as: 'list', advanced: true, option: 'alarm-action' }),
  field('ok_actions', { as: 'list', advanced: true, option: 'ok-action' }),
  field('insufficient_data_actions', { as: 'list', advanced: true, option: 'insufficient-data-action' }),
  field('repeat_actions', { as: 'switch', advanced: true }),
]

/** The request body of an alarm: the rule's fields go below `<type>_rule`. */
export const alarmBody = (values: Values): Values => {
  const names = new Set(ruleFields.map(({ name }) => name))
  const [rule, about] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name) === wanted)),
  )
  return { ...about, [`${String(values.type)}_rule`]: rule }
}
