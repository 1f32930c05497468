import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'
import { flowOptions } from '@nimbo/durable/flow-options'
import { knownVmdkTypes } from '@nimbo/image-format/vmdk'
import { notificationOptions } from '@nimbo/notifications/notification-options'

/** Options of the image store. */
export const storeOptions = defineOptions('glance_store', {
  default_backend: string({
    help: 'The store that takes what names none; the first of enabled_backends unless given.',
  }),
  filesystem_store_datadir: string({
    default: '$state_path/images',
    help: 'Where images are kept: a directory that every machine with glance-api shares.',
  }),
})

/** The enabled kinds of stores: whether images can be data at external addresses. */
const storeKinds = defineOptions('glance_store', {
  stores: list({
    default: ['file', 'http'],
    help: 'Kinds of stores. With http, images can be bytes that stay on a web server [import_filtering_opts] admits.',
  }),
})

/** Options of a store, in a section that `enabled_backends` names. */
export const backendOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    filesystem_store_datadir: string({
      default: `$state_path/stores/${section}`,
      help: 'Where images are kept: a directory that every machine with glance-api shares, and no other store has.',
    }),
    swift_store_container: string({
      default: 'glance',
      help: 'Of a store of type swift: the container that its images are in, in the account of the project of services.',
    }),
    swift_store_large_object_chunk_size: integer({
      default: 200,
      min: 1,
      help: 'Of a store of type swift: mebibytes of a segment. Every image is kept in segments.',
    }),
    rbd_store_pool: string({ default: 'images', help: 'A pool of Ceph, for a store of the type rbd.' }),
    rbd_store_user: string({ default: 'glance', help: 'As whom Ceph is asked, without client. before it.' }),
    rbd_store_ceph_conf: string({
      default: '/etc/ceph/ceph.conf',
      help: 'Where Ceph is; the key of the user lies where that says, or where Ceph looks by itself.',
    }),
    store_description: string({ help: 'What users are told of the store.' }),
    weight: integer({ default: 0, help: 'Of the stores that have an image the heaviest is read.' }),
  })

/** The list of stores, and the staging directory for imports. */
export const storesOptions = defineOptions('DEFAULT', {
  enabled_backends: list({
    default: [],
    help: 'The stores as name:type, each with a section of its name; a type is file, rbd or swift. Without it one store, file, is kept in [glance_store].',
  }),
  node_staging_uri: string({
    default: 'file://$state_path/staging',
    help: 'Where staged images wait to be imported: a directory that every machine with glance-api shares.',
  }),
})

const importing = defineOptions('DEFAULT', {
  enabled_import_methods: list({
    default: ['glance-direct', 'web-download', 'copy-image'],
    help: 'Ways in which images can be imported: glance-direct, web-download, copy-image, glance-download.',
  }),
})

const remoteProperties = defineOptions('glance_download_properties', {
  extra_properties: list({
    default: ['hw_', 'trait:', 'os_distro', 'os_secure_boot', 'os_type'],
    help: 'Beginnings of the names of properties that glance-download takes over from the image of the other region.',
  }),
})

const importFilter = defineOptions('import_filtering_opts', {
  allowed_schemes: list({
    default: ['http', 'https'],
    help: 'Schemes of addresses that web-download takes.',
  }),
  disallowed_schemes: list({
    default: [],
    help: 'Schemes it does not take; heeded where none are allowed by name.',
  }),
  allowed_hosts: list({ default: [], help: 'Hosts that it takes; empty for any.' }),
  disallowed_hosts: list({
    default: [],
    help: 'Hosts and addresses it does not take; heeded where none are allowed by name.',
  }),
  allowed_ports: list({ default: ['80', '443'], help: 'Ports that it takes; empty for any.' }),
  disallowed_ports: list({
    default: [],
    help: 'Ports it does not take; heeded where none are allowed by number.',
  }),
})

/** Options of the image cache. */
export const cacheOptions = defineOptions('DEFAULT', {
  image_cache_dir: string({
    help: 'Where this machine keeps copies of images that are read here, each machine its own; without it there is no cache.',
  }),
})

const caching = defineOptions('DEFAULT', {
  image_cache_max_size: integer({
    default: 10_737_418_240,
    min: 0,
    help: 'Bytes that the copies may have together; those read least lately go first.',
  }),
  worker_self_reference_url: string({
    help: 'What this machine is called where the machines are listed that have a copy; its host name unless given.',
  }),
})

const showing = defineOptions('DEFAULT', {
  show_image_direct_url: boolean({
    default: false,
    help: 'Whether images show where their bytes lie, as direct_url.',
  }),
  show_multiple_locations: boolean({
    default: false,
    help: 'Whether images show all their locations, and users may change these: what lies at an address they add is neither hashed nor inspected here.',
  }),
})

const tasks = defineOptions('task', {
  task_time_to_live: integer({ default: 48, min: 1, help: 'Hours that a task is shown after its end.' }),
})

const limits = defineOptions('DEFAULT', {
  image_member_quota: integer({
    default: 128,
    min: -1,
    help: 'Projects an image may be shared with; -1 for any number.',
  }),
  image_property_quota: integer({
    default: 128,
    min: -1,
    help: 'Properties of its own an image may have; -1 for any number.',
  }),
  image_tag_quota: integer({ default: 128, min: -1, help: 'Tags an image may have; -1 for any number.' }),
  image_size_cap: integer({
    default: 1_099_511_627_776,
    min: 1,
    help: 'Most bytes of one upload; a larger one is broken off and nothing of it kept.',
  }),
})

const lists = defineOptions('DEFAULT', {
  limit_param_default: integer({
    default: 25,
    min: 1,
    help: 'Items a list returns when the client names no limit.',
  }),
  api_limit_max: integer({
    default: 1000,
    min: 1,
    help: 'Most items a list returns, whatever limit the client names.',
  }),
})

const formats = defineOptions('image_format', {
  require_image_format_match: boolean({
    default: true,
    help: 'Whether an upload must be of the disk format its image claims; one that is not safe is always refused.',
  }),
  vmdk_allowed_types: list({
    default: knownVmdkTypes,
    help: 'Types of VMDK that are taken. Only these two keep to a single file; others are refused even if named here.',
  }),
  gpt_safety_checks_nonfatal: list({
    default: [],
    help: 'mbr: take disks with a GUID partition table whose boot record does not protect it.',
  }),
})

const quotas = defineOptions('DEFAULT', {
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether projects are held to the limits that identity keeps: image_size_total, image_stage_total (MiB), image_count_total, image_count_uploading.',
  }),
})

const notifying = defineOptions('DEFAULT', {
  disabled_notifications: list({
    default: [],
    help: 'Notifications that are not sent: image.send, or image.member for all of that kind.',
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
