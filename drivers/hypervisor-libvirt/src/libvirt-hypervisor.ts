import { access, mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Hypervisor, LifecycleEvent } from '@nimbo/compute/driver/hypervisor'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { domainEvents } from '@nimbo/libvirt/events'
import { defaultSocketPath } from '@nimbo/libvirt/open-libvirt'
import { procedures } from '@nimbo/libvirt/procedures'
import { baseImagesIn } from '@nimbo/local-guests/base-images'
import { chooseVirtType } from '@nimbo/local-guests/kvm-probe'
import { serversIn } from '@nimbo/local-guests/server-directory'
import { servesConsoles } from './consoles.ts'
import { copiesDisks } from './copy-disks.ts'
import { hostCpuTimes } from './cpu-times.ts'
import { destroyServer } from './destroy.ts'
import { findsDevices } from './device-addresses.ts'
import { attachesDevices } from './devices.ts'
import { diagnosesServers } from './diagnose.ts'
import { domainName } from './domain-xml.ts'
import { libvirtDomains } from './domains.ts'
import type { DriverDeps, VncAddresses } from './driver-deps.ts'
import { defaultGuestOptions, type GuestOptions } from './guest-options.ts'
import { hostDevices } from './host-devices.ts'
import { hostInventory } from './inventory.ts'
import { guestDevicesOf } from './guest-devices.ts'
import { lifecycleEvent } from './lifecycle-events.ts'
import { defaultLiveOptions, type LiveMigrationOptions } from './live/live-options.ts'
import { migratesLive } from './live/migrates-live.ts'
import { machineTypesOf } from './machine-type.ts'
import { movesServers } from './moves.ts'
import { powersServers } from './power.ts'
import { quiescesGuests } from './quiesces-guests.ts'
import { isStoppedByError, resumeAfterError } from './resume-after-errors.ts'
import type { SerialOptions } from './serial/serial-options.ts'
import { serialPorts } from './serial/serial-ports.ts'
import { libvirtSession } from './session.ts'
import { spawnServer } from './spawn.ts'
import type { SpiceOptions } from './spice.ts'
import { defaultSwtpmDir } from './tpm-state.ts'
import { tpmSecrets } from './volume-secrets.ts'

export interface LibvirtHypervisorOptions {
  /** The Unix socket of libvirtd. */
  readonly socketPath?: string
  readonly uri?: string
  /** The parent directory of the servers' directories; other users should be able to enter it, or QEMU runs as root. */
  readonly instancesDir: string
  /** Where libvirt keeps the state of TPMs; by default where its packages do. */
  readonly swtpmDir?: string
  /** Where results of probes are cached across restarts; by default in `instancesDir`. */
  readonly stateDir?: string
  /** The node's name; by default libvirt's name of the host. */
  readonly node?: string
  /** `auto`: KVM if a guest really boots with it, else QEMU's emulation. */
  readonly virtType?: 'auto' | 'kvm' | 'qemu'
  /** Only this machine by default. */
  readonly vnc?: VncAddresses
  /** Left out: guests have no SPICE server. */
  readonly spice?: SpiceOptions
  /** Left out: the serial ports of guests are written to their logs, and not served. */
  readonly serial?: SerialOptions
  readonly guests?: Partial<GuestOptions>
  readonly live?: Partial<LiveMigrationOptions>
  readonly clock?: Clock
  readonly log?: Log
}

/** A hypervisor driver for libvirt and QEMU on this host. libvirtd must be running when `host.open` is called. */
export const libvirtHypervisor = (options: LibvirtHypervisorOptions): Hypervisor => {
  const { instancesDir, clock = systemClock, log = silentLog } = options
  let onEvent: (event: LifecycleEvent) => void = () => {}
  let onUnreachable: (reason: unknown) => void = () => {}

  const session = libvirtSession({
    socketPath: options.socketPath ?? defaultSocketPath,
    uri: options.uri ?? 'qemu:///system',
    clock,
    log,
    onUnreachable: (reason) => onUnreachable(reason),
    onConnected: async (connection) => {
      await connection.subscribe(domainEvents.lifecycle, null, (message) => {
        const event = lifecycleEvent(message)
        if (event) onEvent(event)
        if (event && isStoppedByError(message)) void resume(message.domain)
      })
      // Also resumes guests that QEMU stopped while this process was not connected.
      const all = await connection.call(procedures.connectListAllDomains, { needResults: 1, flags: 0 })
      for (const domain of all.domains) if (domain.name === domainName(domain.uuid)) void resume(domain)
    },
  })
  const domains = libvirtDomains(session, clock, instancesDir)
  const resume = resumeAfterError({ session, domains, clock, log })
  const stateDir = options.stateDir ?? join(instancesDir, '.driver')
  const virtType = chooseVirtType(options.virtType ?? 'auto', { stateDir })
  // The probe may take a second, so it starts early. Its error is reported where the result is awaited.
  virtType().catch(() => {})
  const vnc = options.vnc ?? { listen: '127.0.0.1', reachedAt: '127.0.0.1' }
  const host = options.node ?? hostname()
  const guestDevices = guestDevicesOf(session)
  const hasSpice = async () => (await guestDevices()).graphics.includes('spice')
  const spice = async () => (options.spice && (await hasSpice()) ? options.spice : undefined)
  const guests = { ...defaultGuestOptions, ...options.guests }
  const deps: DriverDeps = {
    session,
    guests,
    vnc,
    spice,
    serialPorts: options.serial && serialPorts(options.serial, domains),
    guestDevices,
    domains,
    instancesDir,
    swtpmDir: options.swtpmDir ?? defaultSwtpmDir,
    host,
    virtType,
    clock,
    log,
  }

  return {
    host: {
      open: async (listener, tellUnreachable = () => {}) => {
        onEvent = listener
        onUnreachable = tellUnreachable
        // Fails here if the device is missing; otherwise each guest would fail at its start.
        await access(guests.rngDevice)
        await mkdir(instancesDir, { recursive: true, mode: 0o711 })
        await session.connection()
        log.info({ virtType: await virtType() }, 'libvirt hypervisor is ready')
        if (options.spice && !(await hasSpice()))
          log.warn({}, 'QEMU has no SPICE; servers get no SPICE console')
      },
      close: session.close,
      inventory: hostInventory(deps, options.node),
      list: domains.list,
      leftFiles: () => serversIn(instancesDir, host),
      baseImages: () => baseImagesIn(instancesDir),
      cpuTimes: hostCpuTimes(deps),
    },
    spawning: {
      spawn: spawnServer(deps),
      destroy: destroyServer(deps),
      keepTpmKey: tpmSecrets(session).keep,
    },
    machineTypes: machineTypesOf(guests),
    power: powersServers(deps),
    copies: copiesDisks(deps),
    quiesces: quiescesGuests(deps),
    consoles: servesConsoles(deps),
    diagnoses: diagnosesServers(deps),
    devices: attachesDevices(deps),
    finding: findsDevices(deps),
    hostDevices: hostDevices(deps),
    moves: movesServers(deps),
    live: migratesLive(deps, { ...defaultLiveOptions, ...options.live }),
  }
}
