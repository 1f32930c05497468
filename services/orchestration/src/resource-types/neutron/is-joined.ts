import { portOperations } from '@nimbo/contracts/network/port'
import type { Clients } from '../../resource-type/clients.ts'

type Joined = { readonly subnet_id: string } | { readonly port_id: string }

/** Whether a router has an interface on the subnet, or this port; an earlier run may have added it. */
export const isJoined = async ({ network }: Clients, router: string, joined: Joined): Promise<boolean> => {
  const { ports } = await network.call(portOperations.list, { query: { device_id: router } })
  return ports.some(({ id, fixed_ips = [] }) =>
    'port_id' in joined
      ? id === joined.port_id
      : fixed_ips.some(({ subnet_id }) => subnet_id === joined.subnet_id),
  )
}
