import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { SyncParts } from './sync-parts.ts'

export type ContextOf = (portId: string) => Context

/** Has the next round wire the port again. */
export const tryAgain = (
  { host, pending, log }: SyncParts,
  port: WiredPort,
  ctx: Context,
  error: unknown,
): void => {
  log.warn({ host, port: port.id, reason: messageOf(error) }, 'could not wire a port; will be retried')
  pending.port(port.id, ctx)
}

/**
 * Tells the server which ports are up and which are not. In a full resync most ports have the state that the server knows; those
 * are not reported.
 */
export const tellServer = async (
  parts: SyncParts,
  ports: readonly WiredPort[],
  there: ReadonlySet<string>,
  contextOf: ContextOf,
): Promise<void> => {
  const { host, plugin } = parts
  const isUp = ({ id, adminStateUp }: WiredPort): boolean => there.has(id) && adminStateUp
  const untold = ports.filter((port) => port.active !== isUp(port))
  const byContext = Map.groupBy(untold, ({ id }) => contextOf(id))
  for (const [ctx, together] of byContext)
    try {
      const [up, down] = [together.filter(isUp), together.filter((port) => !isUp(port))]
      if (up.length > 0) await plugin.devicesUp(ctx, { host, portIds: up.map(({ id }) => id) })
      if (down.length > 0) await plugin.devicesDown(ctx, { host, portIds: down.map(({ id }) => id) })
    } catch (error) {
      for (const port of together) tryAgain(parts, port, ctx, error)
    }
}
