import { portOperations } from '@nimbo/contracts/network/port'
import { subnetOperations } from '@nimbo/contracts/network/subnet'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import type { HandledResource, Handling } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'
import { idOf, isShown, listedUnder, type Shown, shownUnder } from '../field-of.ts'
import type { ServerNetwork } from './server-properties.ts'

const subnetNamed = async (clients: Clients, name: string) => {
  const subnet_id = String(await resolveEntities(clients)('neutron.subnet', name))
  const { subnet } = await clients.network.call(subnetOperations.show, { path: { subnet_id } })
  return { subnet_id, network_id: subnet.network_id }
}

/** The fields of a port that a server request cannot contain. */
const extraFields = (extra: ServerNetwork['port_extra_properties']): Shown => {
  if (extra === undefined) return {}
  const { value_specs, qos_policy, no_fixed_ips, ...fields } = extra
  return {
    ...fields,
    ...(qos_policy === undefined ? {} : { qos_policy_id: qos_policy }),
    ...(no_fixed_ips ? { fixed_ips: [] } : {}),
    ...value_specs,
  }
}

/** Whether a server request cannot express this: the port is created before the server and deleted after it. */
export const needsPort = ({ port, subnet, port_extra_properties }: ServerNetwork): boolean =>
  port === undefined && (subnet !== undefined || port_extra_properties !== undefined)

const nameOf = ({ physicalName }: HandledResource, index: number): string => `${physicalName}-port-${index}`

const portsNamed = async ({ network }: Clients, name: string): Promise<readonly Shown[]> =>
  listedUnder((await network.perform(portOperations.list, { query: { name } })).body, 'ports')

/** Creates a port for a server's network; a port of that name was created by an earlier run. */
export const internalPort = async (
  { clients, resource }: Handling<object>,
  given: ServerNetwork,
  index: number,
): Promise<string> => {
  const name = nameOf(resource, index)
  const [made] = await portsNamed(clients, name)
  if (made !== undefined) return idOf(made)
  const subnet = given.subnet === undefined ? undefined : await subnetNamed(clients, given.subnet)
  const address = present({ subnet_id: subnet?.subnet_id, ip_address: given.fixed_ip })
  const port = present({
    name,
    network_id: given.network ?? subnet?.network_id,
    fixed_ips: isShown(address) && Object.keys(address).length > 0 ? [address] : undefined,
    ...extraFields(given.port_extra_properties),
  })
  const reply = await clients.network.perform(portOperations.create, { body: { port } })
  return idOf(shownUnder(reply.body, 'port'))
}

/** Deletes the ports created for a server that was refused: without a server, its deletion would not find them. */
export const dropUnusedPorts = async (
  { clients, resource }: Handling<object>,
  networks: readonly ServerNetwork[],
): Promise<void> => {
  for (const [index, given] of networks.entries())
    for (const port of needsPort(given) ? await portsNamed(clients, nameOf(resource, index)) : [])
      if (port.device_id === '')
        await unlessNotFound(clients.network.call(portOperations.delete, { path: { port_id: idOf(port) } }))
}

/** Deletes the ports created for a server, which is deleted or being deleted by then. */
export const deleteInternalPorts = async ({ clients, resource }: Handling<object>): Promise<void> => {
  const ports: unknown = JSON.parse(resource.data.internal_ports ?? '[]')
  if (!Array.isArray(ports)) return
  for (const port_id of ports.map(String))
    await unlessNotFound(clients.network.call(portOperations.delete, { path: { port_id } }))
}
