import { addFixedIp } from '@nimbo/contracts/compute/actions/add-fixed-ip'
import { addFloatingIp } from '@nimbo/contracts/compute/actions/add-floating-ip'
import { removeFixedIp } from '@nimbo/contracts/compute/actions/remove-fixed-ip'
import { removeFloatingIp } from '@nimbo/contracts/compute/actions/remove-floating-ip'
import { handle } from '../handle.ts'

const addFloating = handle(addFloatingIp.operation, async ({ app, ctx, params, body }) => {
  const { address, fixed_address: fixed } = body.addFloatingIp
  await app.proxies.serverFloatingIps.add(ctx, params.server_id, { address, fixed })
})

const removeFloating = handle(removeFloatingIp.operation, async ({ app, ctx, params, body }) => {
  await app.proxies.serverFloatingIps.remove(ctx, params.server_id, body.removeFloatingIp.address)
})

const addFixed = handle(addFixedIp.operation, async ({ app, ctx, params, body }) => {
  await app.proxies.serverFixedIps.add(ctx, params.server_id, String(body.addFixedIp.networkId))
})

const removeFixed = handle(removeFixedIp.operation, async ({ app, ctx, params, body }) => {
  await app.proxies.serverFixedIps.remove(ctx, params.server_id, body.removeFixedIp.address)
})

/** Server actions on addresses, which the network API has replaced. */
export const addressActionRoutes = [addFloating, removeFloating, addFixed, removeFixed]
