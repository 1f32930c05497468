import { deleteQuotas, updateQuotas } from '@nimbo/contracts/volume/quotas'
import { asQuota, limit, limitedProject } from '../limits-of.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const volumeQuota = defineResourceType({
  type: 'OS::Cinder::Quota',
  support: { since: '7.0.0' },
  properties: {
    project: limitedProject,
    gigabytes: limit(),
    volumes: limit(),
    backups: limit({ since: '16.0.0' }),
    backup_gigabytes: limit({ since: '16.0.0' }),
    snapshots: limit(),
  },
  client: 'volume',
  ...asQuota(
    ({ properties: { project }, clients }, quota_set) =>
      clients.volume.call(updateQuotas, { path: { project_id: project }, body: { quota_set } }),
    ({ properties: { project }, clients }) =>
      clients.volume.call(deleteQuotas, { path: { project_id: project } }),
  ),
})
