import {
  createServerGroup,
  deleteServerGroup,
  groupPolicies,
  listServerGroups,
  showServerGroup,
} from '@nimbo/contracts/compute/server-groups'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { resourceErrors } from '../../resource-type/errors.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { allowed } from '../../resource-type/constraint.ts'
import { listOf, mapOf, number, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

const policyNamed = (name: string): (typeof groupPolicies)[number] => {
  const known = groupPolicies.find((policy) => policy === name)
  if (known === undefined) throw resourceErrors.ResourceFailure({ problem: `${name} is no policy` })
  return known
}

export const serverGroup = defineResourceType({
  type: 'OS::Nova::ServerGroup',
  support: { since: '2014.2' },
  properties: {
    name: string(),
    policies: listOf(string(), {
      default: ['anti-affinity'],
      constraints: [allowed(['anti-affinity', 'affinity', 'soft-anti-affinity', 'soft-affinity'])],
    }),
    rules: mapOf({ max_server_per_host: number() }, { support: { since: '17.0.0' } }),
  },
  client: 'compute',
  create: ({ clients, properties, resource, attempt }) => {
    const { name = resource.physicalName, policies, rules } = properties
    return makeOnce(attempt, {
      make: async () => {
        const [policy = 'anti-affinity'] = policies
        const { server_group } = await clients.compute.call(createServerGroup, {
          body: {
            server_group: { name, policy: policyNamed(policy), ...(rules === undefined ? {} : { rules }) },
          },
        })
        return server_group.id
      },
      find: async () => {
        const { server_groups } = await clients.compute.call(listServerGroups)
        return server_groups.filter((one) => one.name === name)
      },
      mayFindOthers: properties.name !== undefined,
    })
  },
  show: async ({ clients, id }) =>
    (await clients.compute.call(showServerGroup, { path: { server_group_id: id } })).server_group,
  isUsable: async ({ clients, id }) =>
    (await unlessNotFound(clients.compute.call(showServerGroup, { path: { server_group_id: id } }))) !==
    undefined,
  delete: async ({ clients, id }) => {
    await clients.compute.call(deleteServerGroup, { path: { server_group_id: id } })
  },
  isDeleted: async () => true,
})
