import { mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Hypervisor, LifecycleEvent } from '@nimbo/compute/driver/hypervisor'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { baseImagesIn } from '@nimbo/local-guests/base-images'
import { hostCpuTimes } from '@nimbo/local-guests/host-cpu-times'
import { chooseVirtType } from '@nimbo/local-guests/kvm-probe'
import { servesConsoles } from './consoles.ts'
import { copiesDisks } from './copy-disks.ts'
import { attachesDevices } from './devices.ts'
import { diagnosesServers } from './diagnose.ts'
import type { DriverDeps } from './driver-deps.ts'
import { qemuGuests, serversIn } from './guests.ts'
import { hostInventory, qemuVersion } from './inventory.ts'
import { movesServers } from './moves.ts'
import { powersServers } from './power.ts'
import { destroyServer, spawnServer } from './spawn.ts'

export interface QemuHypervisorOptions {
  /** The parent directory of the servers' directories. */
  readonly instancesDir: string
  /** Where results of probes are cached across restarts; by default in `instancesDir`. */
  readonly stateDir?: string
  /** The node's name; by default the host's name. */
  readonly node?: string
  /** `auto`: KVM if a guest really boots with it, else QEMU's emulation. */
  readonly virtType?: 'auto' | 'kvm' | 'qemu'
  /** The QEMU program; by default `qemu-system-x86_64` in the `PATH`. */
  readonly qemu?: string
  /** Only this machine by default. */
  readonly consoles?: DriverDeps['consoles']
  /** The directory with the certificates for volumes that are reached by TLS; `/etc/pki/qemu` by default. */
  readonly nbdCertificates?: string
  /** The interval at which a guest is requested to shut down until it does; 10 seconds by default. */
  readonly shutdownRetrySeconds?: number
  readonly clock?: Clock
  readonly log?: Log
}

/** The file for `ssh -F` with an entry for each guest by id. */
export const sshConfigIn = (instancesDir: string): string => join(instancesDir, 'ssh_config')

/**
 * A hypervisor driver for plain QEMU, run as the user of the cloud's process: without a daemon and without root. A guest is a
 * process that outlives the cloud and is found again by its directory.
 */
export const qemuHypervisor = (options: QemuHypervisorOptions): Hypervisor => {
  const { instancesDir, clock = systemClock, log = silentLog } = options
  let onEvent: (event: LifecycleEvent) => void = () => {}

  const guests = qemuGuests({ instancesDir, clock, log, onEvent: (event) => onEvent(event) })
  const stateDir = options.stateDir ?? join(instancesDir, '.driver')
  const virtType = chooseVirtType(options.virtType ?? 'auto', { stateDir })
  // The probe may take a second, so it starts early. Its error is reported where the result is awaited.
  virtType().catch(() => {})
  const consoles = options.consoles ?? { listen: '127.0.0.1', reachedAt: '127.0.0.1' }
  const qemu = options.qemu ?? 'qemu-system-x86_64'
  const host = options.node ?? hostname()
  const nbdCertificates = options.nbdCertificates ?? '/etc/pki/qemu'
  const pressAgainMs = (options.shutdownRetrySeconds ?? 10) * 1_000
  const common = { guests, instancesDir, host, qemu, virtType, clock, log }
  const deps: DriverDeps = { ...common, consoles, nbdCertificates, pressAgainMs }

  return {
    host: {
      open: async (listener) => {
        onEvent = listener
        await mkdir(instancesDir, { recursive: true, mode: 0o700 })
        await writeFile(sshConfigIn(instancesDir), `Include "${instancesDir}/*/ssh_config"\n`, {
          mode: 0o600,
        })
        const version = await qemuVersion(qemu)
        // Connects to guests that an earlier process has started, to receive their events.
        const found = await guests.list()
        log.info({ virtType: await virtType(), version, guests: found.length }, 'QEMU hypervisor is ready')
      },
      close: async () => guests.close(),
      inventory: hostInventory(deps, options.node),
      list: guests.list,
      leftFiles: () => serversIn(instancesDir),
      baseImages: () => baseImagesIn(instancesDir),
      cpuTimes: async () => ({ ...(await hostCpuTimes()), source: 'qemu.QemuDriver' }),
    },
    spawning: { spawn: spawnServer(deps), destroy: destroyServer(deps) },
    power: powersServers(deps),
    copies: copiesDisks(deps),
    consoles: servesConsoles(deps),
    diagnoses: diagnosesServers(deps),
    devices: attachesDevices(deps),
    moves: movesServers(deps),
  }
}
