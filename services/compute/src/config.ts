import { hostname } from 'node:os'
import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, list, seconds, string } from '@nimbo/config/option-types'
import { flowOptions } from '@nimbo/durable/flow-options'
import { notificationOptions } from '@nimbo/notifications/notification-options'
import {
  agentOptions,
  imageDownloadOptions,
  imageCacheOptions,
  imageOptions,
  snapshotOptions,
} from './agent/agent-options.ts'
import { numaOptions, pageOptions, physnetOptions, tunnelOptions } from './agent/numa-options.ts'
import { computeOptions } from './app/compute-options.ts'
import { vendorDataOptions } from './domain/guest-data/vendor-data-options.ts'
import { filterOptions } from './domain/scheduling/filter-catalogue.ts'
import { devicesOptions } from './domain/pci/pci-options.ts'
import { weigherOptions } from './domain/scheduling/weigher-catalogue.ts'
import { filterSchedulerOptions, schedulerOptions, workaroundOptions } from './scheduler/scheduler-options.ts'

/** Options of every compute role: its machine, and the cloud it belongs to. */
const serviceOptions = [
  defineOptions('DEFAULT', {
    host: string({ help: 'Name of this machine in the lists of services and hosts; unset: its host name.' }),
  }),
  defineOptions('key_manager', {
    fixed_key: string({
      help: 'Long random secret that encrypts admin passwords and injected files until the guest has them; must be the same on every machine.',
    }),
  }),
  defineOptions('database', {
    cell_timeout: seconds({
      default: 10,
      min: 0.05,
      help: 'Seconds that a cell may take to answer before it counts as down.',
    }),
  }),
  flowOptions,
] as const

/** Options of the metadata API. */
const metadataOptions = [
  vendorDataOptions,
  defineOptions('api', {
    dhcp_domain: string({
      default: 'novalocal',
      help: 'Domain appended to the host names of servers in their metadata; empty: none.',
    }),
    config_drive_skip_versions: string({
      default: '1.0 2007-01-19 2007-03-01 2007-08-29 2007-10-10 2007-12-15 2008-02-01 2008-09-01',
      help: 'Versions of the EC2 metadata that config drives do not contain, separated by spaces.',
    }),
  }),
  defineOptions('neutron', {
    service_metadata_proxy: boolean({
      default: false,
      help: 'Whether requests come through the metadata proxy of neutron, whose signed headers name the server.',
    }),
    metadata_proxy_shared_secret: string({
      default: '',
      secret: true,
      help: 'Secret with which the metadata proxy of neutron signs the server id; must be the same in the neutron configuration.',
    }),
  }),
  defineOptions('api', {
    metadata_cache_expiration: seconds({
      default: 15,
      help: 'Seconds for which the metadata of a server is cached in memory; 0 disables the cache.',
    }),
  }),
] as const

/** Options of notifications. */
const notifying = defineOptions('notifications', {
  notification_format: choice(['unversioned', 'versioned', 'both'], {
    default: 'unversioned',
    help: 'Format of the notifications that are sent.',
  }),
  notify_on_state_change: choice(['vm_state', 'vm_and_task_state'], {
    help: 'State changes of a server that are sent as update notifications: those of vm_state only, or also those of task_state. Unset: none.',
  }),
  versioned_notifications_topics: list({
    default: ['versioned_notifications'],
    help: 'Topics to which versioned notifications are published; the priority is appended to each name.',
  }),
  default_level: choice(['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'], {
    default: 'INFO',
    help: 'Priority of notifications that do not report a failure.',
  }),
  bdms_in_notifications: boolean({
    default: false,
    help: 'Whether versioned notifications about servers include their block devices.',
  }),
  include_share_mapping: boolean({
    default: false,
    help: 'Whether versioned notifications about servers include their shares.',
  }),
})

/** Every option of nova.conf, of all roles. */
export const novaOptions = [
  ...computeOptions,
  ...serviceOptions,
  agentOptions,
  devicesOptions,
  imageOptions,
  imageDownloadOptions,
  imageCacheOptions,
  snapshotOptions,
  numaOptions,
  pageOptions,
  physnetOptions,
  tunnelOptions,
  schedulerOptions,
  filterSchedulerOptions,
  workaroundOptions,
  ...filterOptions,
  ...weigherOptions,
  ...metadataOptions,
  notifying,
  ...notificationOptions('nova'),
] as const

export type NovaConfig = Config<(typeof novaOptions)[number]>

/** The default options. */
export const defaultNovaConfig = (): NovaConfig => loadConfig({ files: [], env: {}, options: novaOptions })

/** `[DEFAULT] host`, or the machine's host name. */
export const hostOf = ({ DEFAULT }: { readonly DEFAULT: { readonly host?: string | undefined } }): string =>
  DEFAULT.host ?? hostname()
