import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Domains } from './domains.ts'
import type { GuestDevices } from './guest-devices.ts'
import type { GuestOptions } from './guest-options.ts'
import type { SerialPorts } from './serial/serial-ports.ts'
import type { Session } from './session.ts'
import type { SpiceOptions } from './spice.ts'

/** The address on which the guests' VNC listens, and the one under which console proxies reach it. */
export interface VncAddresses {
  readonly listen: string
  readonly reachedAt: string
}

/** The dependencies of this driver's operations. */
export interface DriverDeps {
  readonly session: Session
  readonly domains: Domains
  readonly instancesDir: string
  /** libvirt's directory of the state of TPMs. */
  readonly swtpmDir: string
  /** This host's name, written as the owner of a server's files when hosts share the directory. */
  readonly host: string
  /** Whether guests run with KVM or with QEMU's emulation; determined once. */
  readonly virtType: () => Promise<'kvm' | 'qemu'>
  readonly vnc: VncAddresses
  /** How guests serve SPICE; undefined when it is not configured or QEMU lacks it. */
  readonly spice: () => Promise<SpiceOptions | undefined>
  /** Undefined: serial ports of guests are not served. */
  readonly serialPorts: SerialPorts | undefined
  readonly guestDevices: () => Promise<GuestDevices>
  readonly guests: GuestOptions
  readonly clock: Clock
  readonly log: Log
}
