import { changeAccount } from '@nimbo/contracts/object-store/accounts'
import { createContainer, deleteContainer } from '@nimbo/contracts/object-store/containers'
import { present } from '../../resource-type/present.ts'
import { accountOf } from './account-of.ts'
import { emptyContainer, headersOf, metaHeaders } from './container-content.ts'
import { anyMap, boolean, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const container = defineResourceType({
  type: 'OS::Swift::Container',
  properties: {
    name: string(),
    'X-Container-Read': string(),
    'X-Container-Write': string(),
    'X-Container-Meta': anyMap({ default: {} }),
    'X-Account-Meta': anyMap({ default: {} }),
    PurgeOnDelete: boolean({ default: false, support: { since: '2015.1' } }),
  },
  client: 'object-store',
  create: async ({ clients, properties, resource }) => {
    const name = properties.name ?? resource.physicalName
    const { account } = await accountOf(clients)
    const headers = present({
      ...metaHeaders('x-container-meta-', properties['X-Container-Meta']),
      'x-container-read': properties['X-Container-Read'],
      'x-container-write': properties['X-Container-Write'],
    })
    await clients['object-store'].call(createContainer, { path: { account, container: name }, headers })
    const ofAccount = metaHeaders('x-account-meta-', properties['X-Account-Meta'])
    if (Object.keys(ofAccount).length > 0)
      await clients['object-store'].call(changeAccount, { path: { account }, headers: ofAccount })
    return name
  },
  show: ({ clients, id }) => headersOf(clients, id),
  delete: async ({ clients, id, properties }) => {
    const { account } = await accountOf(clients)
    const path = { account, container: id }
    if (properties.PurgeOnDelete) await emptyContainer(clients, path)
    await clients['object-store'].call(deleteContainer, { path })
  },
  isDeleted: async () => true,
  attributes: {
    DomainName: { type: 'string', of: async (_live, { clients }) => (await accountOf(clients)).url.hostname },
    WebsiteURL: {
      type: 'string',
      of: async (_live, { clients, id }) => `${(await accountOf(clients)).url.href}/${id}`,
    },
    RootURL: { type: 'string', of: async (_live, { clients }) => (await accountOf(clients)).url.origin },
    ObjectCount: { type: 'integer', of: (live) => Number(live['x-container-object-count'] ?? 0) },
    BytesUsed: { type: 'integer', of: (live) => Number(live['x-container-bytes-used'] ?? 0) },
    HeadContainer: { type: 'map', of: (live) => live },
  },
})
