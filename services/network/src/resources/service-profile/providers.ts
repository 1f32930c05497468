/** A provider of a service type. */
interface Provider {
  readonly service_type: string
  readonly name: string
  readonly default: boolean
  readonly driver: string
}

/** Routers have one provider; no other service type exists. */
export const providers: readonly Provider[] = [
  {
    service_type: 'L3_ROUTER_NAT',
    name: 'single_node',
    default: true,
    driver: 'neutron.services.l3_router.service_providers.single_node.SingleNodeDriver',
  },
]
