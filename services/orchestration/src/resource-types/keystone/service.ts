import {
  createService,
  deleteService,
  listServices,
  showService,
  updateService,
} from '@nimbo/contracts/identity/services'
import { boolean, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const service = identityType({
  type: 'OS::Keystone::Service',
  support: { since: '5.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    description: string({ update: 'in-place' }),
    type: string({ required: true, update: 'in-place' }),
    enabled: boolean({ update: 'in-place', default: true, support: { since: '6.0.0' } }),
  },
  called: 'service',
  operations: {
    list: listServices,
    create: createService,
    show: showService,
    update: updateService,
    delete: deleteService,
  },
  within: ['type'],
})
