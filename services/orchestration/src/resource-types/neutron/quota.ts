import { deleteQuota, updateQuota } from '@nimbo/contracts/network/quotas'
import type { Handling } from '../../resource-type/handling.ts'
import { limitsOf, limitsProblems } from '../limits-of.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, like } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

const setLimits = async ({ properties, clients }: Handling<{ readonly project: string }>): Promise<void> => {
  const path = { project_id: properties.project }
  await clients.network.call(updateQuota, { path, body: { quota: limitsOf(properties) } })
}

export const networkQuota = defineResourceType({
  type: 'OS::Neutron::Quota',
  support: { since: '8.0.0' },
  properties: {
    project: like('keystone.project', { required: true }),
    subnet: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    network: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    floatingip: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    security_group_rule: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    security_group: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    router: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    port: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    subnetpool: integer({
      update: 'in-place',
      support: { since: '12.0.0' },
      constraints: [range({ min: -1 })],
    }),
    rbac_policy: integer({
      update: 'in-place',
      support: { since: '12.0.0' },
      constraints: [range({ min: -1 })],
    }),
  },
  client: 'network',
  validate: limitsProblems,
  create: async (handling) => {
    await setLimits(handling)
    return handling.resource.physicalName
  },
  update: setLimits,
  delete: async ({ properties: { project }, clients }) => {
    await clients.network.call(deleteQuota, { path: { project_id: project } })
  },
  isDeleted: async () => true,
})
