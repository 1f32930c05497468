import { resetQuotas, updateQuotas } from '@nimbo/contracts/compute/quotas'
import type { Handling } from '../../resource-type/handling.ts'
import { limitsOf, limitsProblems } from '../limits-of.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, like } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

/** The newest version that knows limits of networks and of injected files. */
const version = '2.35'

const setLimits = async ({ properties, clients }: Handling<{ readonly project: string }>): Promise<void> => {
  const path = { tenant_id: properties.project }
  await clients.compute.call(updateQuotas, { version, path, body: { quota_set: limitsOf(properties) } })
}

export const computeQuota = defineResourceType({
  type: 'OS::Nova::Quota',
  support: { since: '8.0.0' },
  properties: {
    project: like('keystone.project', { required: true }),
    cores: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    fixed_ips: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    floating_ips: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    instances: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    injected_files: integer({
      update: 'in-place',
      support: { status: 'DEPRECATED', since: '14.0.0' },
      constraints: [range({ min: -1 })],
    }),
    injected_file_content_bytes: integer({
      update: 'in-place',
      support: { status: 'DEPRECATED', since: '14.0.0' },
      constraints: [range({ min: -1 })],
    }),
    injected_file_path_bytes: integer({
      update: 'in-place',
      support: { status: 'DEPRECATED', since: '14.0.0' },
      constraints: [range({ min: -1 })],
    }),
    key_pairs: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    metadata_items: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    ram: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    security_groups: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    security_group_rules: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    server_groups: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
    server_group_members: integer({ update: 'in-place', constraints: [range({ min: -1 })] }),
  },
  client: 'compute',
  validate: limitsProblems,
  create: async (handling) => {
    await setLimits(handling)
    return handling.resource.physicalName
  },
  update: setLimits,
  delete: async ({ properties: { project }, clients }) => {
    await clients.compute.call(resetQuotas, { path: { tenant_id: project } })
  },
  isDeleted: async () => true,
})
