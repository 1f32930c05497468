import { resetQuotas, updateQuotas } from '@nimbo/contracts/compute/quotas'
import { asQuota, limit, limitedProject } from '../limits-of.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

/** The newest microversion with quotas of networks and injected files. */
const version = '2.35'

export const computeQuota = defineResourceType({
  type: 'OS::Nova::Quota',
  support: { since: '8.0.0' },
  properties: {
    project: limitedProject,
    cores: limit(),
    fixed_ips: limit(),
    floating_ips: limit(),
    instances: limit(),
    injected_files: limit({ status: 'DEPRECATED', since: '14.0.0' }),
    injected_file_content_bytes: limit({ status: 'DEPRECATED', since: '14.0.0' }),
    injected_file_path_bytes: limit({ status: 'DEPRECATED', since: '14.0.0' }),
    key_pairs: limit(),
    metadata_items: limit(),
    ram: limit(),
    security_groups: limit(),
    security_group_rules: limit(),
    server_groups: limit(),
    server_group_members: limit(),
  },
  client: 'compute',
  ...asQuota(
    ({ properties: { project }, clients }, quota_set) =>
      clients.compute.call(updateQuotas, { version, path: { tenant_id: project }, body: { quota_set } }),
    ({ properties: { project }, clients }) =>
      clients.compute.call(resetQuotas, { path: { tenant_id: project } }),
  ),
})
