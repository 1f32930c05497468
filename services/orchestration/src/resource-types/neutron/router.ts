import { given, namesOf, subnetsOf } from '../also-needed.ts'
import { gatewayOf } from './gateway-of.ts'
import { routeBy } from './route-by.ts'
import { router as routerKind, routerOperations } from '@nimbo/contracts/network/router'
import { anyList, anyMap, boolean, like, listOf, mapOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const router = networkType({
  type: 'OS::Neutron::Router',
  properties: {
    name: string({ update: 'in-place' }),
    external_gateway_info: mapOf(
      {
        network: string({ required: true, update: 'in-place' }),
        enable_snat: boolean({ update: 'in-place' }),
        external_fixed_ips: listOf(mapOf({ ip_address: like('ip_addr'), subnet: like('neutron.subnet') }), {
          update: 'in-place',
          support: { since: '6.0.0' },
        }),
      },
      { update: 'in-place' },
    ),
    value_specs: anyMap({ update: 'in-place', default: {} }),
    admin_state_up: boolean({ update: 'in-place', default: true }),
    l3_agent_id: string({ update: 'in-place', support: { status: 'HIDDEN', since: '6.0.0' } }),
    l3_agent_ids: listOf(string(), { update: 'in-place', support: { since: '2015.1' } }),
    distributed: boolean({ support: { since: '2015.1' } }),
    ha: boolean({ support: { since: '2015.1' } }),
    availability_zone_hints: anyList({ update: 'in-place', support: { since: '19.0.0' } }),
    tags: listOf(string(), { update: 'in-place', support: { since: '9.0.0' } }),
    tenant_id: string({ support: { since: '24.0.0' } }),
  },
  attributes: {
    status: { type: 'string' },
    external_gateway_info: { type: 'map' },
    name: { type: 'string' },
    admin_state_up: { type: 'string' },
    tenant_id: { type: 'string', of: (live) => live.project_id },
  },
  kind: routerKind,
  operations: routerOperations,
  waits: true,
  body: async ({ external_gateway_info: gateway }, { clients }) =>
    gateway === undefined || gateway === null
      ? {}
      : { external_gateway_info: await gatewayOf(clients, gateway) },
  complete: async ({ clients, properties, id }, changed) => {
    const { l3_agent_ids, l3_agent_id } = properties
    if (changed.has('l3_agent_ids') || changed.has('l3_agent_id'))
      await routeBy(clients, id, l3_agent_ids ?? (l3_agent_id === undefined ? [] : [l3_agent_id]))
  },
  validate: ({ l3_agent_ids, l3_agent_id, ha, distributed }) => [
    ...(l3_agent_ids !== undefined && l3_agent_id !== undefined
      ? ['Cannot define the following properties at the same time: l3_agent_id, l3_agent_ids.']
      : []),
    ...(!ha && (l3_agent_ids?.length ?? 0) > 1 ? ['Non HA routers can only have one L3 agent.'] : []),
    ...(distributed && (l3_agent_ids !== undefined || l3_agent_id !== undefined)
      ? ['Cannot define the following properties at the same time: distributed, l3_agent_id/l3_agent_ids.']
      : []),
  ],
  needs: (own, all) => {
    const gateway = given(own, 'external_gateway_info')
    if (typeof gateway !== 'object' || gateway === null || !('network' in gateway)) return []
    return namesOf(subnetsOf(all, gateway.network))
  },
})
