import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, seconds, string } from '@nimbo/config/option-types'

const notification = defineOptions('notification', {
  exchanges: list({
    default: ['nova', 'glance', 'neutron', 'cinder', 'keystone', 'heat', 'swift'],
    help: 'Exchanges of the services whose notifications are collected.',
  }),
  topics: list({
    default: ['notifications'],
    help: 'Topics on which notifications are collected, without the priority.',
  }),
  publish_interval: seconds({
    default: 10,
    min: 1,
    help: 'Seconds until sending samples to the metrics service is tried again after a failure.',
  }),
})

const names = defineOptions('DEFAULT', {
  reseller_prefix: string({
    default: 'AUTH_',
    help: 'Prefix of the account names of the object store, before the id of the project.',
  }),
})

const event = defineOptions('event', {
  drop_unmatched_notifications: boolean({
    default: false,
    help: 'Whether events of types that event_definitions.yaml does not define are dropped, unless they count as usage or yield samples.',
  }),
})

const polling = defineOptions('polling', {
  interval: seconds({
    default: 300,
    min: 1,
    help: 'Seconds between two polls of servers, volumes, images, floating IPs and so on; not used if polling.yaml defines the sources.',
  }),
})

const database = defineOptions('database', {
  metering_time_to_live: integer({
    default: -1,
    min: -1,
    help: 'Seconds for which samples are kept after they were recorded; 0 or less: for ever. The usage that is billed is kept regardless.',
  }),
  event_time_to_live: integer({
    default: -1,
    min: -1,
    help: 'Seconds for which events are kept; 0 or less: for ever. A notification that is repeated later counts as a new one.',
  }),
})

/** The options of ceilometer.conf. */
export const ceilometerOptions = [names, database, event, notification, polling] as const

export type CeilometerConfig = Config<(typeof ceilometerOptions)[number]>
