import { createContainer } from '@nimbo/contracts/object-store/containers'
import { accountOf } from '../swift/account-of.ts'
import { dropObject } from './signal-objects.ts'
import { tempUrlFor } from './temp-url.ts'
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
    const { account } = await accountOf(clients)
    const path = { account, container: stack.id }
    const headers = { 'x-versions-enabled': 'true' }
    await clients['object-store'].call(createContainer, { path, headers })
    await remember({ endpoint: await tempUrlFor(clients, stack.id, resource.physicalName) })
    return resource.physicalName
  },
  refId: ({ resource, id }) => resource.data.endpoint ?? id,
  delete: ({ clients, stack, id }) => dropObject(clients, { container: stack.id, object: id }),
  isDeleted: async () => true,
})
