import { dropObject, openObject } from './signal-objects.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const swiftSignalHandle = defineResourceType({
  type: 'OS::Heat::SwiftSignalHandle',
  support: { since: '2014.2' },
  properties: {},
  attributes: {
    token: { type: 'string', of: () => '' },
    endpoint: { type: 'string', of: (_live, { resource }) => resource.data.endpoint },
    curl_cli: { type: 'string', of: (_live, { resource }) => `curl -i -X PUT '${resource.data.endpoint}'` },
  },
  client: 'object-store',
  create: async ({ clients, resource, stack, remember }) => {
    const place = { container: stack.id, object: resource.physicalName }
    await remember({ endpoint: await openObject(clients, place) })
    return resource.physicalName
  },
  refId: ({ resource, id }) => resource.data.endpoint ?? id,
  delete: ({ clients, stack, id }) => dropObject(clients, { container: stack.id, object: id }),
  isDeleted: async () => true,
})
