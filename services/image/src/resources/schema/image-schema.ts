import { imageStatuses, visibilities } from '@nimbo/contracts/image/words'
import { containerFormats, diskFormats } from '../image/image.ts'
import { idPattern } from './id-pattern.ts'

const text = (description: string) => ({ type: 'string', description })
const orNull = (type: 'string' | 'integer', description: string) => ({ type: ['null', type], description })
const name = (description: string) => ({ ...orNull('string', description), maxLength: 255 })
const whole = (description: string) => ({ type: 'integer', description })
const flag = (description: string) => ({ type: 'boolean', description })
/** A common property that clients offer by name; users can set any other property, too. */
const known = (description: string) => ({ ...text(description), is_base: false })
const readOnly = { readOnly: true }

/** Statuses that other versions of Glance have, and images here never have. */
const elsewhere = ['killed', 'deleted', 'pending_delete']

const hashes = {
  checksum: { type: 'string', minLength: 32, maxLength: 32 },
  os_hash_algo: { type: 'string', maxLength: 64 },
  os_hash_value: { type: 'string', maxLength: 128 },
}

const location = {
  type: 'object',
  properties: {
    url: { type: 'string', maxLength: 255 },
    metadata: { type: 'object' },
    validation_data: {
      type: 'object',
      description: 'What the data are known to be; of an image that has data, what is known of these already',
      writeOnly: true,
      additionalProperties: false,
      properties: hashes,
      required: ['os_hash_algo', 'os_hash_value'],
    },
  },
  required: ['url', 'metadata'],
}

/** The schema of images, from which clients such as glanceclient make their options. */
export const imageSchema = {
  name: 'image',
  properties: {
    id: { ...text('The id of the image'), pattern: idPattern },
    name: name('What the image is called'),
    status: { ...text('How far the image is'), ...readOnly, enum: [...imageStatuses, ...elsewhere] },
    visibility: { ...text('Who can see the image'), enum: visibilities },
    owner: name('The project that the image belongs to'),
    disk_format: {
      ...orNull('string', 'The format of the disk'),
      enum: [null, ...diskFormats],
    },
    container_format: {
      ...orNull('string', 'What the disk is packed in'),
      enum: [null, ...containerFormats],
    },
    min_disk: whole('The disk in GiB that a server needs at least'),
    min_ram: whole('The memory in MiB that a server needs at least'),
    protected: flag('Whether the image cannot be deleted'),
    os_hidden: flag('Whether lists leave the image out'),
    size: { ...orNull('integer', 'The size of the data in bytes'), ...readOnly },
    virtual_size: { ...orNull('integer', 'The size of the disk in bytes'), ...readOnly },
    checksum: { ...orNull('string', 'The MD5 sum of the data'), maxLength: 32, ...readOnly },
    os_hash_algo: { ...orNull('string', 'How os_hash_value is made'), maxLength: 64, ...readOnly },
    os_hash_value: { ...orNull('string', 'The hash of the data'), maxLength: 128, ...readOnly },
    tags: {
      type: 'array',
      description: 'Words that the image can be found by',
      items: { type: 'string', maxLength: 255 },
    },
    created_at: { ...text('When the image was made'), ...readOnly },
    updated_at: { ...text('When the image was last changed'), ...readOnly },
    direct_url: { ...text('Where the data are'), ...readOnly },
    stores: { ...text('The stores that have the data, separated by commas'), ...readOnly },
    locations: { type: 'array', description: 'All places where the data are', items: location },
    self: { ...text('The path of the image'), ...readOnly },
    file: { ...text('The path of the data'), ...readOnly },
    schema: { ...text('The path of this schema'), ...readOnly },
    kernel_id: known('The image of the kernel, for a disk that has none'),
    ramdisk_id: known('The image of the first file system, for a disk that has none'),
    instance_uuid: known('The server that the image was made of'),
    architecture: known('The processors that the operating system is for'),
    os_distro: known('The distribution of the operating system'),
    os_version: known('The version of the operating system'),
    description: known('What the image is for'),
    cinder_encryption_key_id: known('The key of a volume that the image was made of'),
    cinder_encryption_key_deletion_policy: {
      ...known('Whether that key is deleted with the image'),
      enum: ['on_image_deletion', 'do_not_delete'],
    },
  },
  additionalProperties: { type: 'string' },
  links: [
    { rel: 'self', href: '{self}' },
    { rel: 'enclosure', href: '{file}' },
    { rel: 'describedby', href: '{schema}' },
  ],
}
