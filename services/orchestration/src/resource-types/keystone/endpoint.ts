import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  showEndpoint,
  updateEndpoint,
} from '@nimbo/contracts/identity/endpoints'
import { boolean, like, oneOf, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const endpoint = identityType({
  type: 'OS::Keystone::Endpoint',
  support: { since: '5.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    region: like('keystone.region', { update: 'in-place' }),
    service: like('keystone.service', { required: true, update: 'in-place' }),
    interface: oneOf(['public', 'internal', 'admin'], { required: true, update: 'in-place' }),
    url: string({ required: true, update: 'in-place' }),
    enabled: boolean({ update: 'in-place', default: true, support: { since: '6.0.0' } }),
  },
  called: 'endpoint',
  operations: {
    list: listEndpoints,
    create: createEndpoint,
    show: showEndpoint,
    update: updateEndpoint,
    delete: deleteEndpoint,
  },
  fields: { service: 'service_id', region: 'region_id' },
  within: ['service_id', 'interface'],
})
