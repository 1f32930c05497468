import { type FloatingIp, floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import type { Context } from '@nimbo/kernel/context'
import type { ServiceClient } from './service-client.ts'

const fields = [
  ...(['id', 'floating_ip_address', 'floating_network_id', 'project_id'] as const),
  ...(['port_id', 'fixed_ip_address', 'router_id'] as const),
] as const

/** The attributes of a floating IP that services read. */
export type OutsideAddress = Pick<FloatingIp, (typeof fields)[number]>

/** The association with a port and fixed IP; nulls disassociate. */
export type Association = Pick<FloatingIp, 'port_id' | 'fixed_ip_address'>

/** Access to floating IPs; a missing one is a fault with status 404. */
export interface FloatingIps {
  list(
    ctx: Context,
    filter: Readonly<Record<string, string | readonly string[] | undefined>>,
  ): Promise<readonly OutsideAddress[]>
  show(ctx: Context, id: string): Promise<OutsideAddress>
  create(ctx: Context, networkId: string): Promise<OutsideAddress>
  associate(ctx: Context, id: string, association: Association): Promise<void>
  remove(ctx: Context, id: string): Promise<void>
}

/** Safe: users see all requested attributes of their own. */
const seen = (shown: Partial<FloatingIp>): OutsideAddress => shown as FloatingIp

export const floatingIps = (network: ServiceClient): FloatingIps => {
  const at = (floatingip_id: string) => ({ path: { floatingip_id } })
  return {
    list: async (ctx, filter) => {
      const query = { fields, ...filter }
      return (await network.call(ctx, floatingIpOperations.list, { query })).floatingips.map(seen)
    },
    show: async (ctx, id) => seen((await network.call(ctx, floatingIpOperations.show, at(id))).floatingip),
    create: async (ctx, floating_network_id) => {
      const body = { floatingip: { floating_network_id } }
      return seen((await network.call(ctx, floatingIpOperations.create, { body })).floatingip)
    },
    associate: async (ctx, id, association) => {
      await network.call(ctx, floatingIpOperations.update, { ...at(id), body: { floatingip: association } })
    },
    remove: async (ctx, id) => {
      await network.call(ctx, floatingIpOperations.delete, at(id))
    },
  }
}
