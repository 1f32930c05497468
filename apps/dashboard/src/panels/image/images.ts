import { imageApi } from '@nimbo/contracts/image/api'
import {
  deactivateImage,
  deleteImage,
  listImages,
  reactivateImage,
  showImage,
  updateImage,
} from '@nimbo/contracts/image/images'
import { addMember } from '@nimbo/contracts/image/members'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { createVolumeFrom } from '../volume/copy-actions.ts'
import { additionOf, patchOf, removalOf } from './patch.ts'

const visibilities = ['private', 'shared', 'community', 'public']

export const images = panel({
  id: 'images',
  api: imageApi,
  kind: 'image',
  list: { operation: listImages, paged: true },
  show: { operation: showImage },
  columns: [
    column('name', { sort: 'name' }),
    column('status', { look: 'status', sort: 'status' }),
    column('visibility', { look: 'status' }),
    column('disk_format', { sort: 'disk_format' }),
    column('size', { look: 'bytes', sort: 'size' }),
    column('protected', { look: 'yes' }),
    column('owner', { look: 'reference', to: 'projects', hidden: true }),
    column('created_at', { look: 'date', sort: 'created_at' }),
  ],
  details: [
    column('container_format'),
    column('virtual_size', { look: 'bytes' }),
    column('min_disk', { look: 'gib' }),
    column('min_ram', { look: 'mib' }),
    column('checksum'),
    column('os_hash_algo'),
    column('os_hash_value', { look: 'code' }),
    column('os_hidden', { look: 'yes' }),
    column('tags', { look: 'list' }),
    column('updated_at', { look: 'date' }),
  ],
  filters: [
    { name: 'name', byPage: true },
    { name: 'visibility', choices: visibilities },
    { name: 'status', choices: ['queued', 'saving', 'active', 'deactivated', 'killed'] },
    { name: 'disk_format', choices: ['qcow2', 'raw', 'iso', 'vmdk', 'vdi', 'vhd'] },
  ],
  createAt: '/project/create-image',
  update: {
    operation: updateImage,
    fields: [
      field('name', { as: 'text' }),
      field('visibility', { choices: visibilities, option: false }),
      field('protected', { as: 'switch' }),
      field('min_disk', { as: 'number' }),
      field('min_ram', { as: 'number' }),
      field('tags', { as: 'list', option: 'tag' }),
    ],
    body: patchOf,
    command: 'image set',
  },
  remove: {
    operation: deleteImage,
    hindered: (image) => (image.protected === true ? { why: 'protected' } : undefined),
    command: 'image delete',
  },
  actions: [
    {
      id: 'launch',
      operation: showImage,
      opens: ({ id }) => `/project/create-server?image=${String(id)}`,
      offered: ({ status }) => status === 'active',
    },
    {
      id: 'create-volume',
      offered: ({ status }) => status === 'active',
      ...createVolumeFrom(({ id }) => ({ imageRef: id })),
    },
    {
      id: 'set-metadata',
      operation: updateImage,
      form: {
        fields: [field('metadata', { as: 'pairs', required: true, option: 'property' })],
        body: ({ metadata }) => additionOf(isItem(metadata) ? metadata : {}),
        command: 'image set',
      },
    },
    {
      id: 'remove-metadata',
      operation: updateImage,
      form: {
        fields: [field('key', { as: 'text', required: true, option: 'property' })],
        body: ({ key }) => removalOf(String(key)),
        command: 'image unset',
      },
    },
    {
      id: 'deactivate',
      operation: deactivateImage,
      offered: ({ status }) => status === 'active',
      asks: true,
    },
    { id: 'reactivate', operation: reactivateImage, offered: ({ status }) => status === 'deactivated' },
    {
      id: 'share',
      operation: addMember,
      offered: ({ visibility }) => visibility === 'shared',
      form: {
        fields: [field('member', { label: 'project_id', option: false })],
        path: (_, { id }) => ({ image_id: id }),
        command: 'image add project',
      },
    },
  ],
  tabs: [
    {
      id: 'members',
      panel: 'image-members',
      within: ({ id }) => ({ path: { image_id: id } }),
      offered: ({ visibility }) => visibility === 'shared',
    },
  ],
  command: 'image show',
})
