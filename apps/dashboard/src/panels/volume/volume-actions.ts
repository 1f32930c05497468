import { computeApi } from '@nimbo/contracts/compute/api'
import { attachVolume, detachVolume } from '@nimbo/contracts/compute/server-volumes'
import { transfers } from '@nimbo/contracts/volume/transfers'
import {
  extendVolume,
  forceDeleteVolume,
  resetStatus,
  retypeVolume,
  revertToSnapshot,
  setBootable,
  uploadVolume,
} from '@nimbo/contracts/volume/volume-actions'
import { showVolume } from '@nimbo/contracts/volume/volumes'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem } from '../../panel/item.ts'
import { backupOf, createVolumeFrom, snapshotOf } from './copy-actions.ts'
import { attachedServers, unlessIn } from './volume-state.ts'

/** Actions on a volume, including attach and detach, which are operations of compute. */
export const volumeActions: readonly ActionSpec[] = [
  {
    id: 'attach',
    operation: attachVolume,
    api: computeApi,
    hindered: unlessIn('available'),
    form: {
      fields: [field('server_id', { to: 'servers', required: true, option: false })],
      path: ({ server_id }) => ({ server_id }),
      body: (_, { id }) => ({ volumeAttachment: { volumeId: id } }),
    },
  },
  {
    id: 'detach',
    operation: detachVolume,
    api: computeApi,
    hindered: (volume) =>
      attachedServers(volume).length > 1 ? { why: 'severalServers' } : unlessIn('in-use')(volume),
    path: (volume) => ({ server_id: attachedServers(volume)[0] ?? '', volume_id: volume.id }),
    asks: true,
    batch: true,
  },
  {
    id: 'launch',
    operation: showVolume,
    hindered: unlessIn('available'),
    offered: ({ bootable }) => bootable === 'true',
    opens: ({ id }) => `/project/create-server?volume=${String(id)}`,
  },
  { id: 'create-snapshot', hindered: unlessIn('available', 'in-use'), ...snapshotOf },
  {
    ...{ id: 'create-backup', hindered: unlessIn('available', 'in-use') },
    ...backupOf(({ id }) => ({ volume_id: id })),
  },
  {
    ...{ id: 'clone', hindered: unlessIn('available', 'in-use') },
    ...createVolumeFrom(({ id }) => ({ source_volid: id })),
  },
  {
    id: 'extend',
    operation: extendVolume,
    hindered: unlessIn('available', 'in-use'),
    form: {
      key: 'os-extend',
      fields: [field('new_size', { label: 'size_gib', option: 'size' })],
      command: 'volume set',
    },
  },
  {
    id: 'retype',
    operation: retypeVolume,
    hindered: unlessIn('available', 'in-use'),
    form: {
      key: 'os-retype',
      fields: [
        field('new_type', { label: 'volume_type', to: 'volume-types', send: 'name', option: 'type' }),
        field('migration_policy', { option: 'retype-policy' }),
      ],
      command: 'volume set',
    },
  },
  {
    id: 'upload-to-image',
    operation: uploadVolume,
    hindered: unlessIn('available', 'in-use'),
    form: {
      key: 'os-volume_upload_image',
      fields: [
        field('image_name'),
        field('disk_format', { initial: 'raw' }),
        field('force', { as: 'switch' }),
      ],
    },
  },
  {
    id: 'revert',
    operation: revertToSnapshot,
    hindered: unlessIn('available'),
    form: { key: 'revert', fields: [field('snapshot_id', { to: 'snapshots' })] },
  },
  {
    id: 'set-bootable',
    operation: setBootable,
    offered: ({ bootable }) => bootable !== 'true',
    body: () => ({ 'os-set_bootable': { bootable: true } }),
    command: 'volume set --bootable',
  },
  {
    id: 'offer-transfer',
    operation: transfers.create,
    hindered: unlessIn('available'),
    form: {
      fields: [field('name')],
      path: () => ({}),
      body: (values, { id }) => ({ transfer: { ...values, volume_id: id } }),
      command: 'volume transfer request create',
    },
    shows: (reply) => {
      const transfer = isItem(reply) && isItem(reply.transfer) ? reply.transfer : {}
      return `id: ${String(transfer.id)}\nauth_key: ${String(transfer.auth_key)}`
    },
  },
  {
    id: 'reset-status',
    operation: resetStatus,
    form: {
      key: 'os-reset_status',
      fields: [field('status', { choices: ['available', 'error', 'in-use'], initial: 'available' })],
    },
  },
  { id: 'force-delete', operation: forceDeleteVolume, asks: true },
]
