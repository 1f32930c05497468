import {
  deleteVolume,
  createVolume,
  listVolumesInFull,
  showVolume,
  updateVolume,
} from '@nimbo/contracts/volume/volumes'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { metricsTab } from '../telemetry/metrics-tab.ts'
import { volumeActions } from './volume-actions.ts'
import { volumePanel } from './volume-panel.ts'
import { attachedServers, unlessIn } from './volume-state.ts'

const statuses = [
  'available',
  'in-use',
  'creating',
  'attaching',
  'detaching',
  'error',
  'deleting',
  'reserved',
]

export const volumes = volumePanel({
  id: 'volumes',
  kind: 'volume',
  list: { operation: listVolumesInFull, paged: true },
  show: { operation: showVolume, key: 'volume' },
  columns: [
    column('name', { sort: 'name' }),
    column('size', { look: 'gib', sort: 'size' }),
    column('status', { look: 'status', sort: 'status' }),
    column('volume_type', { sort: 'volume_type_id' }),
    column('attachments', { label: 'attached_to', look: 'reference', to: 'servers', value: attachedServers }),
    column('bootable', { look: 'yes', sort: 'bootable' }),
    column('encrypted', { look: 'yes', hidden: true }),
    column('availability_zone', { sort: 'availability_zone', hidden: true }),
    column('created_at', { look: 'date', sort: 'created_at' }),
  ],
  details: [
    column('description'),
    column('multiattach', { look: 'yes' }),
    column('snapshot_id', { look: 'reference', to: 'snapshots' }),
    column('source_volid', { look: 'reference', to: 'volumes' }),
    column('group_id', { look: 'reference', to: 'volume-groups' }),
    column('metadata', { look: 'pairs' }),
    column('volume_image_metadata', { look: 'pairs' }),
    column('os-vol-host-attr:host'),
    column('os-vol-tenant-attr:tenant_id', { look: 'reference', to: 'projects' }),
    column('user_id'),
  ],
  filters: [
    { name: 'name' },
    { name: 'status', choices: statuses },
    { name: 'bootable', choices: ['true', 'false'] },
  ],
  create: {
    operation: createVolume,
    key: 'volume',
    fields: [
      field('name'),
      field('size', { as: 'number', initial: 1, label: 'size_gib' }),
      field('volume_type', { to: 'volume-types', send: 'name', option: 'type' }),
      field('imageRef', { to: 'images', when: (v) => !v.snapshot_id && !v.source_volid, option: 'image' }),
      field('snapshot_id', {
        to: 'snapshots',
        when: (v) => !v.imageRef && !v.source_volid,
        option: 'snapshot',
      }),
      field('source_volid', { to: 'volumes', when: (v) => !v.imageRef && !v.snapshot_id, option: 'source' }),
      field('description', { advanced: true }),
      field('availability_zone', { advanced: true }),
      field('metadata', { as: 'pairs', advanced: true, option: 'property' }),
    ],
    command: 'volume create',
  },
  update: {
    operation: updateVolume,
    key: 'volume',
    fields: [field('name'), field('description'), field('metadata', { as: 'pairs', option: 'property' })],
    command: 'volume set',
  },
  remove: {
    operation: deleteVolume,
    hindered: unlessIn('available', 'error', 'error_restoring', 'error_extending', 'error_managing'),
    command: 'volume delete',
  },
  actions: volumeActions,
  tabs: [
    {
      id: 'snapshots',
      panel: 'snapshots',
      within: ({ id }) => ({ query: { volume_id: id }, initial: { volume_id: id } }),
    },
    {
      id: 'backups',
      panel: 'backups',
      within: ({ id }) => ({ query: { volume_id: id }, initial: { volume_id: id } }),
    },
    metricsTab,
    { id: 'messages', panel: 'volume-messages', within: ({ id }) => ({ query: { resource_uuid: id } }) },
  ],
  command: 'volume show',
})
