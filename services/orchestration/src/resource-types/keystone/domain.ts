import {
  createDomain,
  deleteDomain,
  listDomains,
  showDomain,
  updateDomain,
} from '@nimbo/contracts/identity/domains'
import { boolean, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const domain = identityType({
  type: 'OS::Keystone::Domain',
  support: { since: '8.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    description: string({ update: 'in-place' }),
    enabled: boolean({ update: 'in-place', default: true }),
  },
  called: 'domain',
  operations: {
    list: listDomains,
    create: createDomain,
    show: showDomain,
    update: updateDomain,
    delete: deleteDomain,
  },
  // An enabled domain cannot be deleted.
  prepareDeletion: async ({ clients, id }) => {
    await clients.identity.call(updateDomain, {
      path: { domain_id: id },
      body: { domain: { enabled: false } },
    })
  },
})
