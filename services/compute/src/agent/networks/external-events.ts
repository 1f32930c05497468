import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { claimAnew } from '../../resources/claim-for-port.ts'
import { serverPorts, withFloatingIps } from '../../resources/server-ports.ts'
import type { AgentSelf, AgentStore, Conductor } from '../agent-context.ts'
import { serverHere } from '../builds/prepared-server.ts'
import type { losePortDevice } from '../pci/lose-port-device.ts'
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
    readonly placement: Pick<PlacementClient, 'changeClaim'>
    /** Takes the PCI device that backed a deleted port away from the guest. */
    readonly loseDevice: ReturnType<typeof losePortDevice>
  }

/**
 * Handles events of other services about servers on this host: wakes builds that wait for a port, refreshes the shown
 * addresses, and reads changed power states.
 */
export const externalEvents =
  (deps: Deps) =>
  async (ctx: Context, events: readonly HostedEvent[]): Promise<void> => {
    for (const { name, serverId, status, tag } of events) {
      switch (name) {
        case 'network-vif-plugged':
          if (tag !== undefined) deps.events.happened(tag, status === 'failed' ? 'failed' : 'completed')
          break
        case 'network-changed':
          await deps.turns
            .run(serverId, () => showPorts(deps, ctx, serverId))
            .catch(unlessGone(deps, serverId))
          break
        case 'network-vif-deleted':
          await deps.turns
            .run(serverId, () => losePort(deps, ctx, serverId, tag))
            .catch(unlessGone(deps, serverId))
          break
        case 'power-update':
          await deps.turns
            .run(serverId, () => readPower(deps, ctx, serverId))
            .catch(unlessGone(deps, serverId))
          break
        default:
          deps.log.debug({ name, serverId, tag }, 'an external event requires no work on this host')
      }
    }
  }

/** The ports of a deleted server disappear one by one; the last events find no server. */
const unlessGone =
  ({ log }: Deps, serverId: ServerId) =>
  (error: unknown): void => {
    if (!isFault(error, 'ServerGone')) throw error
    log.debug({ serverId }, 'an external event is about a server that is gone from this host')
  }

/**
 * A port of a server was deleted: releases what was claimed for it, and updates the shown addresses. An action that is
 * running on the server settles its claim by itself.
 */
const losePort = async (deps: Deps, ctx: Context, serverId: ServerId, portId?: string): Promise<void> => {
  const server = await serverHere(deps, ctx, serverId)
  if (server.vmState !== 'building' && server.taskState === null) {
    if (portId !== undefined) await deps.loseDevice(ctx, server, portId)
    const recordedPorts = async () =>
      (await serverHere(deps, ctx, serverId)).interfaces.map((one) => one.portId)
    await claimAnew(deps, ctx, { id: serverId, recordedPorts })
  }
  await showPorts(deps, ctx, serverId)
}

/** The power changed outside of Nova: reads the new state from the hypervisor. */
const readPower = async (deps: Deps, ctx: Context, serverId: ServerId) => {
  await serverHere(deps, ctx, serverId)
  const powerState = await deps.hypervisor.power.powerState(serverId)
  await deps.conductor.powerStateChanged(ctx, { host: deps.host, serverId, powerState })
}

/**
 * Updates the shown addresses of a server. Does nothing for a server that is being built, because the end of the build
 * sets them, or that is being deleted.
 */
const showPorts = async ({ conductor, network, host }: Deps, ctx: Context, serverId: ServerId) => {
  const server = await serverHere({ conductor, host }, ctx, serverId)
  if (server.vmState === 'building' || server.taskState === 'deleting') return
  const ports = await withFloatingIps(network, ctx, await serverPorts(network, ctx, server))
  const known = server.interfaces.map(({ portId }) => portId)
  await conductor.interfacesChanged(ctx, { host, serverId, interfaces: ports.map(interfaceOf), known })
}
