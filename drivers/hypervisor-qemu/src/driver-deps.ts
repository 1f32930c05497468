import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Guests } from './guests.ts'

/** The dependencies of this driver's operations. */
export interface DriverDeps {
  readonly guests: Guests
  readonly instancesDir: string
  /** This host's name, written as the owner of a server's files. */
  readonly host: string
  /** The QEMU program. */
  readonly qemu: string
  /** Whether guests run with KVM or with QEMU's emulation; determined once. */
  readonly virtType: () => Promise<'kvm' | 'qemu'>
  /** The address on which the guests' VNC and serial ports listen, and the one under which console proxies reach them. */
  readonly consoles: { readonly listen: string; readonly reachedAt: string }
  /** The directory with the certificates for volumes that are reached by TLS. */
  readonly nbdCertificates: string
  /** How often the ACPI power button is pressed: a guest may be too busy to notice, or not handle it yet. */
  readonly pressAgainMs: number
  readonly clock: Clock
  readonly log: Log
}
