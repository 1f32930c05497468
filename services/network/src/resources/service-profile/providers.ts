/** Who carries out a service. */
interface Provider {
  readonly service_type: string
  readonly name: string
  readonly default: boolean
  readonly driver: string
}

/** Routers run on one host each; nothing else has a choice. */
export const providers: readonly Provider[] = [
  {
    service_type: 'L3_ROUTER_NAT',
    name: 'single_node',
    default: true,
    driver: 'neutron.services.l3_router.service_providers.single_node.SingleNodeDriver',
  },
]
