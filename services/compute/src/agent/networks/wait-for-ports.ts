import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import { errors } from '../agent-errors.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { ReceivedPortEvents } from './port-events.ts'

export interface WaitForPortsDeps {
  readonly network: Pick<NetworkClient, 'ports'>
  readonly options: Pick<AgentOptions, 'vif_plugging_timeout' | 'vif_plugging_is_fatal'>
  readonly log: Log
}

/** A server whose ports should become active. */
export interface PluggedServer {
  readonly serverId: string
  readonly ports: readonly ServerPort[]
  /** Events received since a moment before the ports were created or read. */
  readonly heard: ReceivedPortEvents
}

const active = 'ACTIVE'

/** How many milliseconds to wait for an event before reading the port itself, in case the event was lost. */
const lookAfterMs = 1_000

/**
 * Waits until a server's ports are active: by events, and after a while also by looking at the ports. Throws
 * `VirtualInterfaceCreateFailed` at the timeout if `vif_plugging_is_fatal`.
 */
export const waitForPorts =
  ({ network, options, log }: WaitForPortsDeps) =>
  async (ctx: Context, { serverId, ports, heard }: PluggedServer, aborted: AbortSignal): Promise<void> => {
    const awaited = ports.filter(({ port }) => port.status !== active).map(({ port }) => port.id)
    const timeoutMs = options.vif_plugging_timeout * 1000
    if (awaited.length === 0 || timeoutMs === 0) return
    const firstMs = Math.min(lookAfterMs, timeoutMs)
    if ((await heard.wait(awaited, firstMs, aborted)).length === 0) return
    const looked = await network.ports(ctx, { device_id: serverId }, ['id', 'status'])
    for (const { id, status } of looked) if (status === active) heard.isUp(id)
    const down = await heard.wait(awaited, timeoutMs - firstMs, aborted)
    if (down.length === 0) return
    if (options.vif_plugging_is_fatal) throw errors.VirtualInterfaceCreateFailed({ ports: down.join(', ') })
    log.warn(
      { serverId, ports: down },
      'ports did not become active in time; the server is started nevertheless',
    )
  }
