import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'
import { knownVmdkTypes } from '@nimbo/image-format/vmdk'
import { notificationOptions } from '@nimbo/notifications/notification-options'

/** Where images are kept. */
export const storeOptions = defineOptions('glance_store', {
  filesystem_store_datadir: string({
    default: '$state_path/images',
    help: 'Where images are kept: a directory that every machine with glance-api shares.',
  }),
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

const notifying = defineOptions('DEFAULT', {
  disabled_notifications: list({
    default: [],
    help: 'Notifications that are not sent: image.send, or image.member for all of that kind.',
  }),
})

/** The options of glance.conf. */
export const glanceOptions = [
  ...[limits, lists, formats, notifying],
  ...notificationOptions('glance'),
] as const

export type GlanceConfig = Config<(typeof glanceOptions)[number]>
