import { listManageableVolumesInFull, manageVolume } from '@nimbo/contracts/volume/manageable'
import { field } from '../../panel/form-spec.ts'
import { itemsUnder } from '../../panel/reply-items.ts'
import { hostOf, manageableColumns, unlessSafe, withReference } from './manageable.ts'
import { volumePanel } from './volume-panel.ts'

export const manageableVolumes = volumePanel({
  id: 'manageable-volumes',
  list: {
    operation: listManageableVolumesInFull,
    items: (reply) => itemsUnder('manageable-volumes')(reply).map(withReference),
  },
  columns: manageableColumns,
  actions: [
    {
      id: 'manage',
      operation: manageVolume,
      hindered: unlessSafe,
      form: {
        key: 'volume',
        fields: [
          field('name'),
          field('description'),
          field('volume_type', { to: 'volume-types', send: 'name', option: 'type' }),
          field('bootable', { as: 'switch' }),
        ],
        body: (values, { reference }, within) => ({
          volume: { ...values, ref: reference, host: hostOf(within) },
        }),
      },
    },
  ],
})
