import { length } from '../../resource-type/constraint.ts'
import { anyMap, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const deployedServer = defineResourceType({
  type: 'OS::Heat::DeployedServer',
  properties: {
    name: string({ update: 'in-place' }),
    metadata: anyMap({ update: 'in-place', support: { status: 'DEPRECATED', since: '9.0.0' } }),
    software_config_transport: oneOf(
      ['POLL_SERVER_CFN', 'POLL_SERVER_HEAT', 'POLL_TEMP_URL', 'ZAQAR_MESSAGE'],
      { update: 'in-place', default: 'POLL_SERVER_CFN' },
    ),
    deployment_swift_data: mapOf(
      {
        container: string({ constraints: [length({ min: 1 })] }),
        object: string({ constraints: [length({ min: 1 })] }),
      },
      { update: 'in-place', default: {}, support: { since: '9.0.0' } },
    ),
  },
  attributes: {
    name: {
      type: 'string',
      of: (_live, { properties, resource }) => properties.name ?? resource.physicalName,
    },
    os_collect_config: { type: 'map', support: { since: '9.0.0' }, of: () => ({}) },
  },
  longestName: 53,
  takesDeployments: () => true,
  // The server is there already: what has agents fetch their configuration is its id.
  create: async ({ resource }) => resource.id,
  update: async () => {},
  delete: async () => {},
  isDeleted: async () => true,
  suspend: async () => {},
  resume: async () => {},
})
