import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../agent-errors.ts'
import type { MoveDeps } from './move-deps.ts'

/** A server as the conductor knows it, whichever host it is on. Throws `ServerGone`. */
export const knownServer = async (
  { conductor }: Pick<MoveDeps, 'conductor'>,
  ctx: Context,
  serverId: HostedServer['id'],
): Promise<HostedServer> => {
  const { server } = await conductor.getServer(ctx, { serverId })
  if (server === undefined) throw errors.ServerGone({ serverId })
  return server
}
