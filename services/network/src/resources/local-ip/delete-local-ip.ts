import type { PlainLocalIp } from '@nimbo/contracts/network/local-ip'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { localIpOwner } from '../port/device-owners.ts'
import { removeOwnPort } from '../port/own-port.ts'
import { ports } from '../port/ports.ts'
import { localIps } from './local-ips.ts'

/** Deletes a local IP and the port that was created for it. */
export const deleteLocalIp =
  (deps: Deps) =>
  (ctx: Context, found: PlainLocalIp): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      await remove(inside, localIps, found)
      const port = await ports.plain(inside.db, 'all', found.local_port_id ?? '')
      if (port?.device_owner === localIpOwner) await removeOwnPort(inside, port)
    })
