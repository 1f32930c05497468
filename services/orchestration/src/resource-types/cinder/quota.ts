import { deleteQuotas, updateQuotas } from '@nimbo/contracts/volume/quotas'
import type { Handling } from '../../resource-type/handling.ts'
import { limitsOf, limitsProblems } from '../limits-of.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, like } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

const setLimits = async ({ properties, clients }: Handling<{ readonly project: string }>): Promise<void> => {
  const path = { project_id: properties.project }
  await clients.volume.call(updateQuotas, { path, body: { quota_set: limitsOf(properties) } })
}

export const volumeQuota = defineResourceType({
  type: 'OS::Cinder::Quota',
  support: { since: '7.0.0' },
  properties: {
    project: like('keystone.project', { required: true }),
    gigabytes: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    volumes: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    backups: integer({ update: 'in-place', support: { since: '16.0.0' }, constraints: [range({ min: -1 })] }),
    backup_gigabytes: integer({
      update: 'in-place',
      support: { since: '16.0.0' },
      constraints: [range({ min: -1 })],
    }),
    snapshots: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
  },
  client: 'volume',
  validate: limitsProblems,
  create: async (handling) => {
    await setLimits(handling)
    return handling.resource.physicalName
  },
  update: setLimits,
  delete: async ({ properties: { project }, clients }) => {
    await clients.volume.call(deleteQuotas, { path: { project_id: project } })
  },
  isDeleted: async () => true,
})
