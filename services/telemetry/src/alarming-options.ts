import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, port, seconds, string } from '@nimbo/config/option-types'

const actions = defineOptions('DEFAULT', {
  rest_notifier_max_retries: integer({
    default: 3,
    min: 0,
    help: 'Maximum number of retries of an action whose URL did not answer successfully (in Aodh 0 by default).',
  }),
  rest_notifier_ssl_verify: boolean({
    default: true,
    help: 'Whether the certificates of https actions are verified; aodh-alarm-ssl-verify in the URL of an action takes precedence.',
  }),
  rest_notifier_ca_bundle_certificate_path: string({
    help: 'File of the CA certificates (PEM) that verify https actions; those of the system if unset.',
  }),
  rest_notifier_certificate_file: string({ help: 'File of the client certificate (PEM) for https actions.' }),
  rest_notifier_certificate_key: string({
    help: 'File of the private key (PEM) of rest_notifier_certificate_file; looked for in that file if unset.',
  }),
})

const api = defineOptions('api', {
  project_alarm_quota: integer({
    default: -1,
    min: -1,
    help: 'Default quota of alarms per project; -1 for unlimited.',
  }),
  user_alarm_quota: integer({
    default: -1,
    min: -1,
    help: 'Maximum number of alarms per user; -1 for unlimited.',
  }),
  alarm_max_actions: integer({
    default: -1,
    min: -1,
    help: 'Maximum number of actions of an alarm for each state; -1 for unlimited.',
  }),
})

const evaluator = defineOptions('evaluator', {
  evaluation_interval: seconds({ default: 60, min: 1, help: 'Seconds between two evaluations of an alarm.' }),
})

const notifier = defineOptions('notifier', {
  rest_notifier_timeout: seconds({
    default: 10,
    min: 1,
    help: 'Seconds within which the URL of an action must answer.',
  }),
})

const prometheus = defineOptions('prometheus', {
  prometheus_host: string({
    help: 'Host of the Prometheus server that alarms of the type prometheus query; without it, they have insufficient data.',
  }),
  prometheus_port: port({ default: 9090, help: 'Port of the Prometheus server.' }),
  prometheus_project_label: string({
    default: 'project_id',
    help: 'Label of series that contains the project id: alarms see only the series of their own project.',
  }),
  prometheus_disable_rbac: boolean({
    default: false,
    help: 'Whether alarms see the series of all projects, regardless of prometheus_project_label.',
  }),
  prometheus_timeout: seconds({
    default: 10,
    min: 1,
    help: 'Seconds within which the Prometheus server must answer.',
  }),
})

const database = defineOptions('database', {
  alarm_history_time_to_live: integer({
    default: -1,
    min: -1,
    help: 'Seconds for which the history of alarms is kept; 0 or less: for ever.',
  }),
})

/** The options of aodh.conf. */
export const aodhOptions = [api, actions, database, evaluator, notifier, prometheus] as const

export type AodhConfig = Config<(typeof aodhOptions)[number]>
