import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { errors } from './agent-errors.ts'
import type { AgentOptions } from './agent-options.ts'
import type { PortEvents } from './port-events.ts'
import type { ServerPort } from './server-port.ts'

export interface WaitForPortsDeps {
  readonly events: PortEvents
  readonly network: Pick<NetworkClient, 'ports'>
  readonly options: Pick<AgentOptions, 'vif_plugging_timeout' | 'vif_plugging_is_fatal'>
  readonly log: Log
}

/** A server's ports that are not up yet, listened for from now on. */
export interface AwaitedPorts extends Disposable {
  /** Resolves when all are up; throws `VirtualInterfaceCreateFailed` when they are not in time, if that is fatal. */
  wait(): Promise<void>
}

const active = 'ACTIVE'

/** Listens before the interfaces are plugged, and looks once besides: what came before anyone listened is not told again. */
export const waitForPorts =
  ({ events, network, options, log }: WaitForPortsDeps) =>
  (ctx: Context, serverId: string, ports: readonly ServerPort[], aborted: AbortSignal): AwaitedPorts => {
    const awaited = ports.filter(({ port }) => port.status !== active).map(({ port }) => port.id)
    const expected = events.expect(awaited)
    return {
      wait: async () => {
        if (awaited.length === 0 || options.vif_plugging_timeout === 0) return
        const looked = await network.ports(ctx, { device_id: serverId }, ['id', 'status'])
        for (const { id, status } of looked) if (status === active) expected.isUp(id)
        const down = await expected.wait(options.vif_plugging_timeout * 1000, aborted)
        if (down.length === 0) return
        if (options.vif_plugging_is_fatal)
          throw errors.VirtualInterfaceCreateFailed({ ports: down.join(', ') })
        log.warn({ serverId, ports: down }, 'ports did not come up in time; the server starts all the same')
      },
      [Symbol.dispose]: () => expected[Symbol.dispose](),
    }
  }
