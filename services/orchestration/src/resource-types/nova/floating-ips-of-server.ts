import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { portOperations } from '@nimbo/contracts/network/port'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Standing } from '../../resource-type/handling.ts'
import type { ServerProperties } from './server-properties.ts'

/** Associates the floating IPs of the template with the ports of a server. */
export const leadAddresses = async ({
  clients,
  id,
  properties,
}: Standing<ServerProperties>): Promise<void> => {
  const wanted = (properties.networks ?? []).flatMap(({ floating_ip, port, network }) =>
    floating_ip === undefined ? [] : [{ floating_ip, port, network }],
  )
  if (wanted.length === 0) return
  const { ports } = await clients.network.call(portOperations.list, { query: { device_id: id } })
  for (const { floating_ip, port, network } of wanted) {
    const port_id =
      port ?? (ports.find((one) => network === undefined || one.network_id === network) ?? ports[0])?.id
    if (port_id === undefined)
      throw resourceErrors.ResourceFailure({ problem: `The server ${id} has no port for ${floating_ip}.` })
    await clients.network.call(floatingIpOperations.update, {
      path: { floatingip_id: floating_ip },
      body: { floatingip: { port_id } },
    })
  }
}
