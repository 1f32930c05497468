import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, port, seconds, string } from '@nimbo/config/option-types'

const api = defineOptions('api', {
  project_alarm_quota: integer({
    default: -1,
    min: -1,
    help: 'Most alarms of a project; -1 for any number.',
  }),
  user_alarm_quota: integer({ default: -1, min: -1, help: 'Most alarms of a user; -1 for any number.' }),
  alarm_max_actions: integer({
    default: -1,
    min: -1,
    help: 'Most actions of an alarm for each state; -1 for any number.',
  }),
})

const evaluator = defineOptions('evaluator', {
  evaluation_interval: seconds({ default: 60, min: 1, help: 'How often each alarm is evaluated.' }),
})

const notifier = defineOptions('notifier', {
  rest_notifier_timeout: seconds({ default: 10, min: 1, help: 'How long an address may take to answer.' }),
  rest_notifier_max_retries: integer({
    default: 3,
    min: 0,
    help: 'How often an action whose address does not answer well is tried again.',
  }),
})

const prometheus = defineOptions('prometheus', {
  prometheus_host: string({
    help: 'The host of the Prometheus that alarms of that type ask; without one they know nothing.',
  }),
  prometheus_port: port({ default: 9090, help: 'Its port.' }),
  prometheus_project_label: string({
    default: 'project_id',
    help: 'The label by which series are of a project: alarms see those of their own alone.',
  }),
  prometheus_disable_rbac: boolean({
    default: false,
    help: 'Whether alarms see the series of all projects.',
  }),
  prometheus_timeout: seconds({ default: 10, min: 1, help: 'How long it may take to answer.' }),
})

/** The options of aodh.conf. */
export const aodhOptions = [api, evaluator, notifier, prometheus] as const

export type AodhConfig = Config<(typeof aodhOptions)[number]>
