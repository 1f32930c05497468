import { addRouterInterface, removeRouterInterface } from '@nimbo/contracts/network/router-interfaces'
import { resourceErrors } from '../../resource-type/errors.ts'
import { isJoined } from './is-joined.ts'
import { like } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Given {
  readonly subnet?: string
  readonly port?: string
}

const joinedBy = ({ subnet, port }: Given): { readonly subnet_id: string } | { readonly port_id: string } => {
  if (subnet !== undefined) return { subnet_id: subnet }
  if (port !== undefined) return { port_id: port }
  throw resourceErrors.ResourceFailure({
    problem: 'At least one of the following properties must be specified: subnet, port.',
  })
}

export const routerInterface = defineResourceType({
  type: 'OS::Neutron::RouterInterface',
  properties: {
    router: like('neutron.router', { required: true }),
    router_id: like('neutron.router', {
      replacedBy: 'router',
      support: { status: 'HIDDEN', since: '6.0.0' },
    }),
    subnet_id: like('neutron.subnet', {
      replacedBy: 'subnet',
      support: { status: 'HIDDEN', since: '5.0.0' },
    }),
    subnet: like('neutron.subnet'),
    port_id: like('neutron.port', { replacedBy: 'port', support: { status: 'HIDDEN', since: '6.0.0' } }),
    port: like('neutron.port', { support: { since: '2015.1' } }),
  },
  client: 'network',
  validate: ({ subnet, port }) =>
    subnet !== undefined && port !== undefined
      ? ['Cannot define the following properties at the same time: subnet, port.']
      : [],
  create: async ({ properties, clients }) => {
    const { router } = properties
    const joined = joinedBy(properties)
    try {
      await clients.network.call(addRouterInterface, { path: { router_id: router }, body: joined })
    } catch (error) {
      if (!(await isJoined(clients, router, joined))) throw error
    }
    const [[kind, id] = []] = Object.entries(joined)
    return `${router}:${kind}=${id}`
  },
  delete: async ({ properties, clients }) => {
    await clients.network.call(removeRouterInterface, {
      path: { router_id: properties.router },
      body: joinedBy(properties),
    })
  },
  isDeleted: async () => true,
})
