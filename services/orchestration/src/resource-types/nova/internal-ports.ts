import { portOperations } from '@nimbo/contracts/network/port'
import { subnetOperations } from '@nimbo/contracts/network/subnet'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import type { Handling } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'
import { idOf, isShown, listedUnder, type Shown, shownUnder } from '../field-of.ts'
import type { ServerNetwork } from './server-properties.ts'

const subnetNamed = async (clients: Clients, name: string) => {
  const subnet_id = String(await resolveEntities(clients)('neutron.subnet', name))
  const { subnet } = await clients.network.call(subnetOperations.show, { path: { subnet_id } })
  return { subnet_id, network_id: subnet.network_id }
}

/** Fields of a port that a template gives beside what a server could ask for itself. */
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

/** Whether a server cannot ask for this by itself: the port is made before it, and goes after it. */
export const needsPort = ({ port, subnet, port_extra_properties }: ServerNetwork): boolean =>
  port === undefined && (subnet !== undefined || port_extra_properties !== undefined)

/** Makes the port that a network of a server needs; one of that name is what a run before made. */
export const internalPort = async (
  { clients, resource }: Handling<object>,
  given: ServerNetwork,
  index: number,
): Promise<string> => {
  const name = `${resource.physicalName}-port-${index}`
  const listed = await clients.network.perform(portOperations.list, { query: { name } })
  const [made] = listedUnder(listed.body, 'ports')
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

/** Takes away the ports that were made for a server; it is gone by then, or lets go of them. */
export const deleteInternalPorts = async ({ clients, resource }: Handling<object>): Promise<void> => {
  const ports: unknown = JSON.parse(resource.data.internal_ports ?? '[]')
  if (!Array.isArray(ports)) return
  for (const port_id of ports.map(String))
    await unlessNotFound(clients.network.call(portOperations.delete, { path: { port_id } }))
}
