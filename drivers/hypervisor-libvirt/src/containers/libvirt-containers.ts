import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import {
  type Hypervisor,
  type LifecycleEvent,
  type MovesServers,
  powerStates,
} from '@nimbo/compute/driver/hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { domainEvents } from '@nimbo/libvirt/events'
import { defaultSocketPath } from '@nimbo/libvirt/open-libvirt'
import { consoleTail } from '@nimbo/local-guests/console-tail'
import { serversIn } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { hostCpuTimes } from '../cpu-times.ts'
import { changesDevices, hasInterface } from '../change-devices.ts'
import { libvirtDomains } from '../domains.ts'
import { ensureBridges } from '../ensure-bridge.ts'
import { defaultGuestOptions } from '../guest-options.ts'
import { interfaceElement } from '../interface-xml.ts'
import type { LibvirtHypervisorOptions } from '../libvirt-hypervisor.ts'
import { lifecycleEvent } from '../lifecycle-events.ts'
import { libvirtSession } from '../session.ts'
import { consoleLogs } from './console-logs.ts'
import type { ContainerDeps } from './container-deps.ts'
import { containerInventory } from './container-inventory.ts'
import { copiesContainers } from './copies-containers.ts'
import { destroyContainer } from './destroy-container.ts'
import { diagnosesContainers } from './diagnoses-containers.ts'
import { errors } from './errors.ts'
import { powersContainers } from './powers-containers.ts'
import { spawnsContainers } from './spawns-containers.ts'

type LibvirtContainersOptions = Pick<
  LibvirtHypervisorOptions,
  'socketPath' | 'uri' | 'instancesDir' | 'node' | 'guests' | 'clock' | 'log'
>

const refuse = (what: string) => (): Promise<never> => Promise.reject(errors.NotForContainers({ what }))

/** Containers stay where they are: as in Nova, they are neither resized nor moved. */
const stays = (remove: (id: ServerId) => Promise<void>): MovesServers => ({
  setAside: refuse('moves and resizes'),
  takeOver: refuse('moves and resizes'),
  bringBack: refuse('moves and resizes'),
  aside: () => ({ list: async () => [], read: async () => undefined }),
  listAside: async () => [],
  forgetAside: async () => {},
  abandon: remove,
})

/**
 * A hypervisor driver whose servers are containers of libvirt's LXC driver (`[libvirt] virt_type = lxc`). Their images hold a file
 * system without partitions. They support what Nova's support matrix has for libvirt with LXC, and what more libvirt offers:
 * pausing. libvirtd must be running when `host.open` is called.
 */
export const libvirtContainers = (options: LibvirtContainersOptions): Hypervisor => {
  const { instancesDir, clock = systemClock, log = silentLog } = options
  let onEvent: (event: LifecycleEvent) => void = () => {}
  let onUnreachable: (reason: unknown) => void = () => {}
  const session = libvirtSession({
    socketPath: options.socketPath ?? defaultSocketPath,
    uri: options.uri ?? 'lxc:///',
    clock,
    log,
    onUnreachable: (reason) => onUnreachable(reason),
    onConnected: async (connection) => {
      await connection.subscribe(domainEvents.lifecycle, null, (message) => {
        const event = lifecycleEvent(message)
        if (event) onEvent(event)
      })
    },
  })
  const domains = libvirtDomains(session, clock, instancesDir)
  const logs = consoleLogs({ domains, instancesDir, log })
  const guests = { ...defaultGuestOptions, ...options.guests }
  const host = options.node ?? hostname()
  const deps: ContainerDeps = { session, domains, instancesDir, host, guests, clock, log, logs }
  const { attach, detach } = changesDevices(deps)

  return {
    host: {
      open: async (listener, tellUnreachable = () => {}) => {
        onEvent = listener
        onUnreachable = tellUnreachable
        await mkdir(instancesDir, { recursive: true, mode: 0o711 })
        await session.connection()
        for (const { id, power } of await domains.list())
          if (power !== powerStates.shutdown) await logs.follow(id)
        log.info({}, 'libvirt containers are ready')
      },
      close: async () => {
        logs.close()
        await session.close()
      },
      inventory: containerInventory(deps, options.node),
      list: domains.list,
      leftFiles: () => serversIn(instancesDir, host),
      baseImages: async () => [],
      cpuTimes: hostCpuTimes(deps),
    },
    spawning: spawnsContainers(deps),
    power: powersContainers(deps),
    copies: copiesContainers(deps),
    consoles: {
      consoleOutput: (id, maxBytes) => consoleTail(serverPaths(instancesDir, id).consoleLog, maxBytes),
      vncConsole: async () => undefined,
    },
    diagnoses: diagnosesContainers(deps),
    devices: {
      attachVolume: refuse('volumes'),
      detachVolume: refuse('volumes'),
      extendVolume: refuse('volumes'),
      swapVolume: refuse('volumes'),
      copyVolume: refuse('volumes'),
      attachInterface: async (id, vif) => {
        await ensureBridges([vif])
        await attach(id, interfaceElement(vif), hasInterface(vif.macAddress))
      },
      detachInterface: (id, vif) => detach(id, interfaceElement(vif), hasInterface(vif.macAddress)),
    },
    moves: stays(destroyContainer(deps)),
  }
}
