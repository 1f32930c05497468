import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'
import { flowOptions } from '@nimbo/durable/flow-options'
import { knownVmdkTypes } from '@nimbo/image-format/vmdk'
import { notificationOptions } from '@nimbo/notifications/notification-options'

/** Options of the image store. */
export const storeOptions = defineOptions('glance_store', {
  default_backend: string({
    help: 'Store of images whose request names none; unset: the first of enabled_backends.',
  }),
  filesystem_store_datadir: string({
    default: '$state_path/images',
    help: 'Directory of the images; all machines with glance-api must share it.',
  }),
})

/** The enabled kinds of stores; with `http`, the data of an image may stay at an external address. */
const storeKinds = defineOptions('glance_store', {
  stores: list({
    default: ['file', 'http'],
    help: 'Enabled kinds of stores. With http, the data of an image may stay on a web server that [import_filtering_opts] allows.',
  }),
})

/** Options of a store, in a section that `enabled_backends` names. */
export const backendOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    filesystem_store_datadir: string({
      default: `$state_path/stores/${section}`,
      help: 'For stores of type file: directory of the images. All machines with glance-api must share it, and no other store may use it.',
    }),
    swift_store_container: string({
      default: 'glance',
      help: 'For stores of type swift: container of the images, in the account of the service project.',
    }),
    swift_store_large_object_chunk_size: integer({
      default: 200,
      min: 1,
      help: 'For stores of type swift: size of a segment in MiB. Every image is stored in segments.',
    }),
    rbd_store_pool: string({ default: 'images', help: 'For stores of type rbd: Ceph pool of the images.' }),
    rbd_store_user: string({
      default: 'glance',
      help: 'For stores of type rbd: name of the Ceph user, without the prefix "client.".',
    }),
    rbd_store_ceph_conf: string({
      default: '/etc/ceph/ceph.conf',
      help: 'For stores of type rbd: configuration file of Ceph. The key of the user must be where this file says, or in a default place of Ceph.',
    }),
    store_description: string({ help: 'Description of the store that users see.' }),
    weight: integer({
      default: 0,
      help: 'Priority of the store for reading: an image in several stores is read from the one with the highest weight.',
    }),
  })

/** The list of stores, and the staging directory for imports. */
export const storesOptions = defineOptions('DEFAULT', {
  enabled_backends: list({
    default: [],
    help: 'Stores, each as name:type with options in a section of that name; the type is file, rbd or swift. Empty: a single store named file, with its options in [glance_store].',
  }),
  node_staging_uri: string({
    default: 'file://$state_path/staging',
    help: 'Directory, as a file URL, of staged images that wait for their import; all machines with glance-api must share it.',
  }),
})

const importing = defineOptions('DEFAULT', {
  enabled_import_methods: list({
    default: ['glance-direct', 'web-download', 'copy-image'],
    help: 'Enabled import methods: glance-direct, web-download, copy-image, glance-download.',
  }),
})

const remoteProperties = defineOptions('glance_download_properties', {
  extra_properties: list({
    default: ['hw_', 'trait:', 'os_distro', 'os_secure_boot', 'os_type'],
    help: 'Prefixes of the image properties that glance-download copies from the image of the other region.',
  }),
})

const importFilter = defineOptions('import_filtering_opts', {
  allowed_schemes: list({
    default: ['http', 'https'],
    help: 'URL schemes from which web-download may import; empty: all that are not disallowed.',
  }),
  disallowed_schemes: list({
    default: [],
    help: 'URL schemes from which web-download must not import; used only if allowed_schemes is empty.',
  }),
  allowed_hosts: list({
    default: [],
    help: 'Hosts from which web-download may import; empty: all that are not disallowed.',
  }),
  disallowed_hosts: list({
    default: [],
    help: 'Hosts from which web-download must not import; names are used only if allowed_hosts is empty, IP addresses always.',
  }),
  allowed_ports: list({
    default: ['80', '443'],
    help: 'Ports from which web-download may import; empty: all that are not disallowed.',
  }),
  disallowed_ports: list({
    default: [],
    help: 'Ports from which web-download must not import; used only if allowed_ports is empty.',
  }),
})

/** Options of the image cache. */
export const cacheOptions = defineOptions('DEFAULT', {
  image_cache_dir: string({
    help: 'Directory of the image cache of this machine, which no other machine may use; unset: no cache.',
  }),
})

const caching = defineOptions('DEFAULT', {
  image_cache_max_size: integer({
    default: 10_737_418_240,
    min: 0,
    help: 'Maximum total size of the image cache, in bytes; the least recently read images are removed first.',
  }),
  worker_self_reference_url: string({
    help: 'Name of this machine in the list of machines that have an image in their cache; unset: its host name.',
  }),
})

const showing = defineOptions('DEFAULT', {
  show_image_direct_url: boolean({
    default: false,
    help: 'Whether images show the location of their data as direct_url.',
  }),
  show_multiple_locations: boolean({
    default: false,
    help: 'Whether images show all their locations and users may change them. Data at a location that a user adds is neither hashed nor inspected.',
  }),
})

const tasks = defineOptions('task', {
  task_time_to_live: integer({ default: 48, min: 1, help: 'Hours for which a task is shown after its end.' }),
})

const limits = defineOptions('DEFAULT', {
  image_member_quota: integer({
    default: 128,
    min: -1,
    help: 'Maximum number of projects that an image may be shared with; -1 is no limit.',
  }),
  image_property_quota: integer({
    default: 128,
    min: -1,
    help: 'Maximum number of additional properties per image; -1 is no limit.',
  }),
  image_tag_quota: integer({
    default: 128,
    min: -1,
    help: 'Maximum number of tags per image; -1 is no limit.',
  }),
  image_size_cap: integer({
    default: 1_099_511_627_776,
    min: 1,
    help: 'Maximum size of an uploaded image, in bytes; larger uploads are aborted and discarded.',
  }),
})

const lists = defineOptions('DEFAULT', {
  limit_param_default: integer({
    default: 25,
    min: 1,
    help: 'Number of items in one response of a list if the request names no limit.',
  }),
  api_limit_max: integer({
    default: 1000,
    min: 1,
    help: 'Maximum number of items in one response of a list, whatever limit the request names.',
  }),
})

const formats = defineOptions('image_format', {
  require_image_format_match: boolean({
    default: true,
    help: 'Whether uploaded data must have the disk format that the image declares. Unsafe data is always refused.',
  }),
  vmdk_allowed_types: list({
    default: knownVmdkTypes,
    help: 'VMDK subformats that are accepted. Only the default ones are contained in a single file; any others are refused even if listed here.',
  }),
  gpt_safety_checks_nonfatal: list({
    default: [],
    help: 'Checks of GUID partition tables that do not refuse an image: mbr accepts disks without a protective boot record.',
  }),
})

const quotas = defineOptions('DEFAULT', {
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether the unified limits in identity apply: image_size_total and image_stage_total (in MiB), image_count_total and image_count_uploading.',
  }),
})

const notifying = defineOptions('DEFAULT', {
  disabled_notifications: list({
    default: [],
    help: 'Notifications that are not sent, as event types (image.send) or their prefixes (image.member for all of that kind).',
  }),
})

/** The options of glance.conf. */
export const glanceOptions = [
  storeKinds,
  ...[limits, quotas, lists, formats, notifying],
  ...[importing, remoteProperties, importFilter, caching, showing, tasks],
  flowOptions,
  ...notificationOptions('glance'),
] as const

export type GlanceConfig = Config<(typeof glanceOptions)[number]>
