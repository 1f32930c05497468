import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, list, seconds, string } from '@nimbo/config/option-types'

const notification = defineOptions('notification', {
  exchanges: list({
    default: ['nova', 'glance', 'neutron', 'cinder', 'keystone', 'heat', 'swift'],
    help: 'The exchanges of the services whose notifications are heard.',
  }),
  topics: list({ default: ['notifications'], help: 'Topics they are heard on, without the priority.' }),
  publish_interval: seconds({
    default: 10,
    min: 1,
    help: 'How soon to try again to hand samples to the metrics service that it could not take.',
  }),
})

const names = defineOptions('DEFAULT', {
  reseller_prefix: string({
    default: 'AUTH_',
    help: 'What the names of accounts of the object store begin with, before the id of their project.',
  }),
})

const event = defineOptions('event', {
  drop_unmatched_notifications: boolean({
    default: false,
    help: 'Whether events of types that event_definitions.yaml does not name are left out, unless they are billed or give samples.',
  }),
})

const polling = defineOptions('polling', {
  interval: seconds({
    default: 300,
    min: 1,
    help: 'How often to look at servers, volumes, images and floating IPs.',
  }),
})

/** The options of ceilometer.conf. */
export const ceilometerOptions = [names, event, notification, polling] as const

export type CeilometerConfig = Config<(typeof ceilometerOptions)[number]>
