import { createBackup } from '@nimbo/contracts/volume/backups'
import { createSnapshot } from '@nimbo/contracts/volume/snapshots'
import { createVolume } from '@nimbo/contracts/volume/volumes'
import { volumeApi } from '@nimbo/contracts/volume/api'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import type { Item } from '../../panel/item.ts'
import type { Values } from '../../panel/values.ts'

const named = [field('name'), field('description')]

/** Creates a volume from an image, a volume or a snapshot, which `source` names in the request. */
export const createVolumeFrom = (
  source: (item: Item) => Values,
): Pick<ActionSpec, 'operation' | 'form' | 'api'> => ({
  operation: createVolume,
  api: volumeApi,
  form: {
    key: 'volume',
    fields: [
      ...named,
      field('size', { as: 'number', label: 'size_gib' }),
      field('volume_type', { to: 'volume-types', send: 'name', option: 'type' }),
    ],
    path: () => ({}),
    body: (values, item) => ({ volume: { ...values, ...source(item) } }),
  },
})

/** Takes a snapshot of a volume. */
export const snapshotOf: Pick<ActionSpec, 'operation' | 'form'> = {
  operation: createSnapshot,
  form: {
    key: 'snapshot',
    fields: [...named, field('force', { as: 'switch' })],
    path: () => ({}),
    body: (values, { id }) => ({ snapshot: { ...values, volume_id: id } }),
  },
}

/** Makes a backup of a volume or of a snapshot, which `source` names in the request. */
export const backupOf = (source: (item: Item) => Values): Pick<ActionSpec, 'operation' | 'form'> => ({
  operation: createBackup,
  form: {
    key: 'backup',
    fields: [...named, field('incremental', { as: 'switch' }), field('force', { as: 'switch' })],
    path: () => ({}),
    body: (values, item) => ({ backup: { ...values, ...source(item) } }),
  },
})
