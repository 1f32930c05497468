import * as operations from '@nimbo/contracts/compute/old-floating-ips'
import type { PooledAddress } from '../../app/proxies/floating-ips.ts'
import { handle } from '../handle.ts'

const view = ({ address, pool, serverId }: PooledAddress): operations.OldFloatingIpView => ({
  id: address.id,
  ip: address.floating_ip_address,
  pool,
  fixed_ip: address.fixed_ip_address,
  instance_id: serverId,
})

const list = handle(operations.listOldFloatingIps, async ({ app, ctx }) => ({
  floating_ips: (await app.proxies.floatingIps.list(ctx)).map(view),
}))

const create = handle(operations.createOldFloatingIp, async ({ app, ctx, body }) => ({
  floating_ip: view(await app.proxies.floatingIps.create(ctx, body.pool)),
}))

const show = handle(operations.showOldFloatingIp, async ({ app, ctx, params: { floating_ip_id } }) => ({
  floating_ip: view(await app.proxies.floatingIps.show(ctx, floating_ip_id)),
}))

const remove = handle(operations.deleteOldFloatingIp, async ({ app, ctx, params: { floating_ip_id } }) => {
  await app.proxies.floatingIps.remove(ctx, floating_ip_id)
})

export const oldFloatingIpRoutes = [list, create, show, remove]
