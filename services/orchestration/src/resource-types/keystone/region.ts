import {
  createRegion,
  deleteRegion,
  listRegions,
  showRegion,
  updateRegion,
} from '@nimbo/contracts/identity/regions'
import { boolean, like, string } from '../../resource-type/property.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { identityType } from './identity-type.ts'

export const region = identityType({
  type: 'OS::Keystone::Region',
  support: { since: '6.0.0' },
  properties: {
    id: string(),
    parent_region: like('keystone.region', { update: 'in-place' }),
    description: string({ update: 'in-place' }),
    enabled: boolean({ update: 'in-place', default: true }),
  },
  called: 'region',
  operations: {
    list: listRegions,
    create: createRegion,
    show: showRegion,
    update: updateRegion,
    delete: deleteRegion,
  },
  fields: { parent_region: 'parent_region_id' },
  // Without an id in the template, the physical name is used, which an earlier run may have created.
  create: async ({ properties, resource, clients, attempt }) => {
    const { id = resource.physicalName, parent_region, ...rest } = properties
    return makeOnce(attempt, {
      make: async () => {
        const body = { region: present({ id, parent_region_id: parent_region, ...rest }) }
        const { region } = await clients.identity.call(createRegion, { body })
        return region.id
      },
      find: async () => (await clients.identity.call(listRegions)).regions.filter((one) => one.id === id),
      mayFindOthers: properties.id !== undefined,
    })
  },
})
