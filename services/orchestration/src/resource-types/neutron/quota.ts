import { deleteQuota, updateQuota } from '@nimbo/contracts/network/quotas'
import { asQuota, limit, limitedProject } from '../limits-of.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const networkQuota = defineResourceType({
  type: 'OS::Neutron::Quota',
  support: { since: '8.0.0' },
  properties: {
    project: limitedProject,
    subnet: limit(),
    network: limit(),
    floatingip: limit(),
    security_group_rule: limit(),
    security_group: limit(),
    router: limit(),
    port: limit(),
    subnetpool: limit({ since: '12.0.0' }),
    rbac_policy: limit({ since: '12.0.0' }),
  },
  client: 'network',
  ...asQuota(
    ({ properties: { project }, clients }, quota) =>
      clients.network.call(updateQuota, { path: { project_id: project }, body: { quota } }),
    ({ properties: { project }, clients }) =>
      clients.network.call(deleteQuota, { path: { project_id: project } }),
  ),
})
