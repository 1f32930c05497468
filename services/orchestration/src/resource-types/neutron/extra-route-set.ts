import { changeRoutes, isAmong, routesNeed } from './extra-routes.ts'
import { like, listOf, mapOf } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const extraRouteSet = defineResourceType({
  type: 'OS::Neutron::ExtraRouteSet',
  support: { since: '14.0.0' },
  properties: {
    router: like('neutron.router', { required: true }),
    routes: listOf(
      mapOf({
        destination: like('net_cidr', { required: true }),
        nexthop: like('ip_addr', { required: true }),
      }),
      { update: 'in-place', default: [] },
    ),
  },
  client: 'network',
  create: async ({ properties: { router, routes }, resource, clients }) => {
    await changeRoutes(clients, router, { add: routes })
    return resource.physicalName
  },
  update: ({ properties: { router, routes }, clients }, { before }) =>
    changeRoutes(clients, router, {
      add: routes.filter((route) => !isAmong(before.routes, route)),
      remove: before.routes.filter((route) => !isAmong(routes, route)),
    }),
  delete: ({ properties: { router, routes }, clients }) => changeRoutes(clients, router, { remove: routes }),
  isDeleted: async () => true,
  needs: routesNeed,
})
