import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverPorts, withFloatingIps } from '../../resources/server-ports.ts'
import type { AgentSelf, AgentStore, Conductor } from '../agent-context.ts'
import { serverHere } from '../builds/prepared-server.ts'
import { interfaceOf } from './server-port.ts'

export interface HostedEvent {
  readonly name: string
  readonly serverId: ServerId
  readonly status: string
  readonly tag?: string
}

type Deps = Pick<AgentSelf, 'host' | 'log' | 'hypervisor'> &
  Pick<AgentStore, 'events' | 'turns'> & {
    readonly conductor: Pick<Conductor, 'getServer' | 'interfacesChanged' | 'powerStateChanged'>
    readonly network: Pick<NetworkClient, 'floatingIps' | 'ports' | 'networks'>
  }

/** Takes what other services tell of servers here: who waits for a port hears of it, and changed ports are shown. */
export const externalEvents =
  (deps: Deps) =>
  async (ctx: Context, events: readonly HostedEvent[]): Promise<void> => {
    for (const { name, serverId, status, tag } of events) {
      switch (name) {
        case 'network-vif-plugged':
          if (tag !== undefined) deps.events.happened(tag, status === 'failed' ? 'failed' : 'completed')
          break
        case 'network-changed':
        case 'network-vif-deleted':
          await deps.turns
            .run(serverId, () => showPorts(deps, ctx, serverId))
            .catch(unlessGone(deps, serverId))
          break
        case 'power-update':
          await deps.turns
            .run(serverId, () => readPower(deps, ctx, serverId))
            .catch(unlessGone(deps, serverId))
          break
        default:
          deps.log.debug({ name, serverId, tag }, 'an event asks for nothing here')
      }
    }
  }

/** Ports of a server that is deleted go away one by one: the last to tell of them finds no server. Others still hear theirs. */
const unlessGone =
  ({ log }: Deps, serverId: ServerId) =>
  (error: unknown): void => {
    if (!isFault(error, 'ServerGone')) throw error
    log.debug({ serverId }, 'an event of a server that is gone from here')
  }

/** Somebody turned the machine on or off by other means: the hypervisor knows what came of it. */
const readPower = async (deps: Deps, ctx: Context, serverId: ServerId) => {
  await serverHere(deps, ctx, serverId)
  const powerState = await deps.hypervisor.power.powerState(serverId)
  await deps.conductor.powerStateChanged(ctx, { host: deps.host, serverId, powerState })
}

/** A server being built shows its ports when it is done; one that is being deleted need not show that they go. */
const showPorts = async ({ conductor, network, host }: Deps, ctx: Context, serverId: ServerId) => {
  const server = await serverHere({ conductor, host }, ctx, serverId)
  if (server.vmState === 'building' || server.taskState === 'deleting') return
  const ports = await withFloatingIps(network, ctx, await serverPorts(network, ctx, server))
  await conductor.interfacesChanged(ctx, { host, serverId, interfaces: ports.map(interfaceOf) })
}
