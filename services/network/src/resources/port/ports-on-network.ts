import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Inside } from '../../app/deps.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { agentGatewayOwner, dhcpOwner } from './device-owners.ts'
import { ports } from './ports.ts'

const own: readonly string[] = [dhcpOwner, agentGatewayOwner]

/** Refuses to delete a network that has ports other than the service's own, which are deleted with it. */
export const removeOwnPortsUnlessUsed = async ({ db }: Inside, { id }: PlainNetwork): Promise<void> => {
  const onNetwork = await ports.list(db, 'all', { network_id: [id] }, { fields: ['id'] })
  const inUse = onNetwork.filter(({ device_owner }) => !own.includes(device_owner))
  if (inUse.length > 0) throw networkErrors.NetworkInUse({ id, portIds: inUse.map((port) => port.id) })
  for (const port of onNetwork) await ports.delete(db, port.id)
}
