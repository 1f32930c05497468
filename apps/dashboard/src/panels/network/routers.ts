import { router, routerOperations } from '@nimbo/contracts/network/router'
import { addRouterInterface, removeRouterInterface } from '@nimbo/contracts/network/router-interfaces'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, type Item } from '../../panel/item.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

const external = { 'router:external': true }

const gatewayOf = ({ external_gateway_info: gateway }: Item): Item | undefined =>
  isItem(gateway) ? gateway : undefined

/** The request body that keeps the gateway of a router and turns source NAT on or off. */
const withSnat =
  (enable_snat: boolean) =>
  (one: Item): unknown => {
    const { network_id, external_fixed_ips } = gatewayOf(one) ?? {}
    return { router: { external_gateway_info: { network_id, external_fixed_ips, enable_snat } } }
  }

export const routers = networkPanel({
  id: 'routers',
  kind: router,
  operations: routerOperations,
  noun: 'router',
  owned: true,
  columns: [
    column('name', { sort: 'name' }),
    column('status', { look: 'status', sort: 'status' }),
    column('external_gateway_info.network_id', {
      label: 'external_network',
      look: 'reference',
      to: 'networks',
    }),
    column('admin_state_up', { look: 'yes', sort: 'admin_state_up' }),
  ],
  details: [
    column('external_gateway_info.external_fixed_ips', { label: 'external_fixed_ips', look: 'fixed-ips' }),
    column('external_gateway_info.enable_snat', { label: 'enable_snat', look: 'yes' }),
    column('distributed', { look: 'yes' }),
    column('ha', { look: 'yes' }),
    column('availability_zones', { look: 'list' }),
    ...ownedDetails,
  ],
  create: [
    field('name'),
    field('external_gateway_info', {
      label: 'external_network',
      to: 'networks',
      narrow: external,
      option: 'external-gateway',
    }),
    field('admin_state_up', { initial: true, advanced: true, option: false }),
    field('description', { advanced: true }),
  ],
  body: ({ external_gateway_info: network_id, ...given }) => ({
    router: { ...given, ...(network_id ? { external_gateway_info: { network_id } } : {}) },
  }),
  update: [field('name'), field('description'), field('admin_state_up', { option: false })],
  actions: [
    {
      id: 'add-interface',
      operation: addRouterInterface,
      form: {
        fields: [field('subnet_id', { to: 'subnets', required: true, option: false })],
      },
      command: 'router add subnet',
    },
    {
      id: 'remove-interface',
      operation: removeRouterInterface,
      form: { fields: [field('subnet_id', { to: 'subnets', required: true, option: false })] },
    },
    {
      id: 'set-gateway',
      operation: routerOperations.update,
      form: {
        key: 'router',
        fields: [
          field('network_id', {
            to: 'networks',
            narrow: external,
            required: true,
            option: 'external-gateway',
          }),
        ],
        body: ({ network_id }) => ({ router: { external_gateway_info: { network_id } } }),
        command: 'router set',
      },
    },
    {
      id: 'clear-gateway',
      operation: routerOperations.update,
      body: () => ({ router: { external_gateway_info: null } }),
      offered: (one) => gatewayOf(one) !== undefined,
      asks: true,
    },
    {
      ...{ id: 'enable-snat', operation: routerOperations.update, body: withSnat(true) },
      offered: (one) => gatewayOf(one)?.enable_snat === false,
    },
    {
      ...{ id: 'disable-snat', operation: routerOperations.update, body: withSnat(false), asks: true },
      offered: (one) => gatewayOf(one)?.enable_snat === true,
    },
  ],
  tabs: [
    { id: 'interfaces', panel: 'ports', within: ({ id }) => ({ query: { device_id: id } }) },
    { id: 'routes', panel: 'router-routes', within: ({ id }) => ({ path: { router_id: id } }) },
    {
      id: 'conntrack-helpers',
      panel: 'conntrack-helpers',
      within: ({ id }) => ({ path: { router_id: id } }),
    },
  ],
})
