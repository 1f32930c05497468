import {
  collectingWhere,
  collectProblems,
  collectProperties,
  keptCollectConfig,
  openCollecting,
} from './collect-config.ts'
import { dropMetadata } from './metadata-object.ts'
import { anyMap, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const deployedServer = defineResourceType({
  type: 'OS::Heat::DeployedServer',
  properties: {
    name: string({ update: 'in-place' }),
    metadata: anyMap({ update: 'in-place', support: { status: 'DEPRECATED', since: '9.0.0' } }),
    ...collectProperties,
  },
  attributes: {
    name: {
      type: 'string',
      of: (_live, { properties, resource }) => properties.name ?? resource.physicalName,
    },
    os_collect_config: {
      type: 'map',
      support: { since: '9.0.0' },
      of: (_live, { resource }) => keptCollectConfig(resource.data) ?? {},
    },
  },
  longestName: 53,
  collecting: collectingWhere(() => true),
  validate: ({ software_config_transport }) => collectProblems(software_config_transport),
  // The server exists already: the resource only identifies it and sets up the transport for its agents.
  create: async (handling) => {
    await openCollecting(handling, [])
    return handling.resource.id
  },
  update: async (handling, { changed }) => {
    if (changed.has('software_config_transport') || changed.has('deployment_swift_data'))
      await openCollecting(handling, [])
  },
  delete: dropMetadata,
  isDeleted: async () => true,
  suspend: async () => {},
  resume: async () => {},
})
