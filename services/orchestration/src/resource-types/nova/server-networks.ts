import type { NetworkRequest } from '@nimbo/contracts/compute/create-server'
import { networkOperations } from '@nimbo/contracts/network/network'
import type { Handling } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'
import { internalPort, needsPort } from './internal-ports.ts'
import type { ServerNetwork, ServerProperties } from './server-properties.ts'

type Networks = 'none' | 'auto' | NetworkRequest[]

/** Checks the networks of a server; returns what is wrong. */
export const networkProblems = ({ networks = [] }: Partial<ServerProperties>): readonly string[] => [
  ...(networks.length > 1 && networks.some(({ allocate_network }) => allocate_network !== undefined)
    ? ['Can not specify "allocate_network" with other networks.']
    : []),
  ...networks.flatMap(({ network, port, subnet, fixed_ip, allocate_network }) => [
    ...(port !== undefined && fixed_ip !== undefined
      ? ['Cannot define the following properties at the same time: networks.fixed_ip, networks.port.']
      : []),
    ...(network === undefined && port === undefined && subnet === undefined && allocate_network === undefined
      ? []
      : []),
  ]),
]

/** A network of the server request; creates a port if the network needs one. */
export const requestOf = async (
  handling: Handling<ServerProperties>,
  given: ServerNetwork,
  index: number,
): Promise<{ readonly request: NetworkRequest; readonly made?: string }> => {
  const { tag } = given
  if (!needsPort(given))
    return {
      request:
        given.port === undefined
          ? present({ uuid: given.network, fixed_ip: given.fixed_ip, tag })
          : present({ port: given.port, tag }),
    }
  const made = await internalPort(handling, given, index)
  return { request: present({ port: made, tag }), made }
}

/** Whether the project has its own or a shared network that a server without `networks` can use. */
const hasNetworks = async ({ clients, stack }: Handling<object>): Promise<boolean> => {
  for (const query of [{ project_id: stack.projectId }, { shared: true }]) {
    const listed = await clients.network.call(networkOperations.list, {
      query: { ...query, 'router:external': false },
    })
    if (listed.networks.length > 0) return true
  }
  return false
}

/** The networks of a new server; the ids of ports created for it are stored with the resource. */
export const networksOf = async (handling: Handling<ServerProperties>): Promise<Networks> => {
  const { networks } = handling.properties
  if (networks === undefined || networks.length === 0) return (await hasNetworks(handling)) ? 'auto' : 'none'
  const allocated = networks.find(({ allocate_network }) => allocate_network !== undefined)?.allocate_network
  if (allocated !== undefined) return allocated
  const requests = []
  for (const [index, given] of networks.entries()) requests.push(await requestOf(handling, given, index))
  const made = requests.flatMap((one) => (one.made === undefined ? [] : [one.made]))
  if (made.length > 0) await handling.remember({ internal_ports: JSON.stringify(made) })
  return requests.map(({ request }) => request)
}
