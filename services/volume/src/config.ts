import { hostname } from 'node:os'
import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { choice, float, integer, list, seconds, string } from '@nimbo/config/option-types'
import { notificationOptions } from '@nimbo/notifications/notification-options'

const service = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine among the volume services; its host name unless set.' }),
  enabled_backends: list({
    default: [],
    help: 'Sections that each describe a back end of cinder-volume here. A back end is known as host@section.',
  }),
  storage_availability_zone: string({ default: 'nova', help: 'Availability zone of the services here.' }),
  default_volume_type: string({
    default: '__DEFAULT__',
    help: 'Type of volumes for which none is asked; made at the start where it is missing.',
  }),
  osapi_max_limit: integer({ default: 1000, min: 1, help: 'Most items a list returns at once.' }),
  report_interval: seconds({ default: 10, help: 'Seconds between two signs of life of a service.' }),
  service_down_time: seconds({
    default: 60,
    help: 'Seconds without a sign of life until a service counts as down and gets no new volumes.',
  }),
})

const scheduling = defineOptions('DEFAULT', {
  scheduler_max_attempts: integer({ default: 3, min: 1, help: 'How many hosts to try for one volume.' }),
  scheduler_default_filters: list({
    default: ['AvailabilityZoneFilter', 'CapacityFilter', 'CapabilitiesFilter'],
    help: 'What a back end must pass to get a volume, in this order.',
  }),
  max_over_subscription_ratio: float({
    default: 20,
    min: 1,
    help: 'How often a thin back end may promise what it has.',
  }),
})

const quotas = defineOptions('DEFAULT', {
  quota_volumes: integer({ default: 10, min: -1, help: 'Volumes a project may have; -1 for any number.' }),
  quota_snapshots: integer({
    default: 10,
    min: -1,
    help: 'Snapshots a project may have; -1 for any number.',
  }),
  quota_gigabytes: integer({
    default: 1000,
    min: -1,
    help: 'Gibibytes of volumes and snapshots together a project may have; -1 for any number.',
  }),
  quota_backups: integer({ default: 10, min: -1, help: 'Backups a project may have; -1 for any number.' }),
  quota_backup_gigabytes: integer({
    default: 1000,
    min: -1,
    help: 'Gibibytes of backups a project may have; -1 for any number.',
  }),
  quota_groups: integer({
    default: 10,
    min: -1,
    help: 'Volume groups a project may have; -1 for any number.',
  }),
  per_volume_size_limit: integer({
    default: -1,
    min: -1,
    help: 'Gibibytes a single volume may have; -1 for any number.',
  }),
})

/** The options of cinder.conf. */
export const cinderOptions = [service, scheduling, quotas, ...notificationOptions('cinder')] as const

/** A back end, in the section that `enabled_backends` names. */
export const backendOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    volume_driver: choice(['file', 'fake'], {
      default: 'file',
      help: 'What keeps the volumes; the fake one only pretends.',
    }),
    volumes_dir: string({ default: '$state_path/volumes', help: 'Where the file driver keeps them.' }),
  })

export type CinderConfig = Config<(typeof cinderOptions)[number]>

/** The configuration of an operator who has said nothing. */
export const defaultCinderConfig = (): CinderConfig =>
  loadConfig({ files: [], env: {}, options: cinderOptions })

/** What the services of this machine are called. */
export const hostOf = ({ DEFAULT }: CinderConfig): string => DEFAULT.host ?? hostname()
