import { changeRoutes, routesNeed } from './extra-routes.ts'
import { like, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const extraRoute = defineResourceType({
  type: 'OS::Neutron::ExtraRoute',
  support: { status: 'UNSUPPORTED' },
  properties: {
    router_id: like('neutron.router', { required: true }),
    destination: string({ required: true }),
    nexthop: string({ required: true }),
  },
  client: 'network',
  create: async ({ properties: { router_id, destination, nexthop }, clients }) => {
    await changeRoutes(clients, router_id, { add: [{ destination, nexthop }] })
    return `${router_id}:${destination}:${nexthop}`
  },
  delete: ({ properties: { router_id, destination, nexthop }, clients }) =>
    changeRoutes(clients, router_id, { remove: [{ destination, nexthop }] }),
  isDeleted: async () => true,
  needs: routesNeed,
})
