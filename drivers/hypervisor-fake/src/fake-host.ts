import {
  type DiskConnection,
  type Hypervisor,
  type LifecycleEvent,
  type NodeInventory,
  type PowerState,
  powerStates,
  type SpawnOrder,
} from '@nimbo/compute/driver/hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DomainStore } from './domain-store.ts'
import type { Failures, FakeOperation } from './failures.ts'
import { type FakeDomain, logged } from './fake-domain.ts'

export interface FakeHostOptions {
  readonly nodes: readonly NodeInventory[]
  readonly clock: Clock
  readonly store: DomainStore
  readonly failures: Failures
}

/** A hypervisor, and a way to let its guests act by themselves. */
export interface FakeHost {
  readonly driver: Hypervisor
  /** The guest powers itself off, as by `poweroff` at its prompt. */
  guestPowersOff(id: ServerId): Promise<void>
}

class NoSuchDomain extends Error {
  override readonly name = 'NoSuchDomain'
  constructor(id: ServerId) {
    super(`the fake hypervisor has no domain ${id}`)
  }
}

/** One host without any guest: it keeps the books of a hypervisor truly, and fails where it is told to. */
export const fakeHost = ({ nodes, clock, store, failures }: FakeHostOptions): FakeHost => {
  const domains = new Map<ServerId, FakeDomain>()
  let tell: (event: LifecycleEvent) => void = () => {}

  const domain = (id: ServerId): FakeDomain => {
    const found = domains.get(id)
    if (found === undefined) throw new NoSuchDomain(id)
    return found
  }
  const keep = async (changed: FakeDomain, line: string): Promise<void> => {
    const next = logged(changed, clock.now(), line)
    domains.set(next.id, next)
    await store.save(next)
  }
  const setPower = async (id: ServerId, operation: FakeOperation, power: PowerState, line: string) => {
    failures.check(operation)
    const before = domain(id)
    if (before.power !== power) await keep({ ...before, power }, line)
  }
  const boot = (order: SpawnOrder, line: string): Promise<void> =>
    keep({ ...(domains.get(order.id) ?? domainOf(order)), power: powerStates.running }, line)

  const driver: Hypervisor = {
    host: {
      open: async (onEvent) => {
        tell = onEvent
        for (const known of await store.load()) domains.set(known.id, known)
      },
      close: async () => {
        tell = () => {}
      },
      inventory: async () => nodes,
      list: async () => [...domains.values()].map(({ id, power }) => ({ id, power })),
    },
    spawning: {
      spawn: async (order, plugged) => {
        failures.check('spawn', order.extraSpecs)
        await keep(
          { ...domainOf(order), power: powerStates.paused },
          `domain defined with ${order.vcpus} vCPU, ${order.memoryMb} MB of memory, ${order.vifs.length} interfaces`,
        )
        await plugged()
        await boot(order, 'booted; no guest runs here')
      },
      destroy: async (id) => {
        failures.check('destroy')
        domains.delete(id)
        await store.remove(id)
      },
    },
    power: {
      powerState: async (id) => domains.get(id)?.power ?? powerStates.noState,
      powerOn: async (order) => {
        failures.check('power-on', order.extraSpecs)
        if (domains.get(order.id)?.power !== powerStates.running)
          await boot(order, 'booted; no guest runs here')
      },
      powerOff: (id) => setPower(id, 'power-off', powerStates.shutdown, 'powered off'),
      reboot: async (order, type) => {
        failures.check('reboot', order.extraSpecs)
        await boot(order, `rebooted (${type}); no guest runs here`)
      },
      pause: (id) => setPower(id, 'pause', powerStates.paused, 'paused'),
      unpause: (id) => setPower(id, 'unpause', powerStates.running, 'resumed'),
    },
    consoles: {
      consoleOutput: async (id, maxBytes) => {
        const text = Buffer.from(`${domain(id).log.join('\n')}\n`)
        return text.subarray(Math.max(text.length - maxBytes, 0)).toString('utf8')
      },
      vncConsole: async () => undefined,
    },
    devices: {
      attachVolume: async (id, disk) => {
        failures.check('attach-volume')
        const before = domain(id)
        if (before.volumeIds.includes(disk.volumeId)) return
        const volumeIds = [...before.volumeIds, disk.volumeId]
        await keep({ ...before, volumeIds }, `volume ${disk.volumeId} attached as ${disk.device}`)
      },
      detachVolume: async (id, disk: DiskConnection) => {
        failures.check('detach-volume')
        const before = domain(id)
        if (!before.volumeIds.includes(disk.volumeId)) return
        const volumeIds = before.volumeIds.filter((volumeId) => volumeId !== disk.volumeId)
        await keep({ ...before, volumeIds }, `volume ${disk.volumeId} detached`)
      },
      attachInterface: async (id, vif) => {
        failures.check('attach-interface')
        const before = domain(id)
        if (before.portIds.includes(vif.portId)) return
        const portIds = [...before.portIds, vif.portId]
        await keep({ ...before, portIds }, `interface ${vif.macAddress} attached`)
      },
      detachInterface: async (id, vif) => {
        failures.check('detach-interface')
        const before = domain(id)
        if (!before.portIds.includes(vif.portId)) return
        const portIds = before.portIds.filter((portId) => portId !== vif.portId)
        await keep({ ...before, portIds }, `interface ${vif.macAddress} detached`)
      },
    },
  }

  return {
    driver,
    guestPowersOff: async (id) => {
      await keep({ ...domain(id), power: powerStates.shutdown }, 'the guest powered off')
      tell({ id, event: 'stopped' })
    },
  }
}

const domainOf = (order: SpawnOrder): FakeDomain => ({
  id: order.id,
  name: order.name,
  node: order.node,
  power: powerStates.noState,
  log: [],
  volumeIds: order.volumes.map(({ volumeId }) => volumeId),
  portIds: order.vifs.map(({ portId }) => portId),
})
