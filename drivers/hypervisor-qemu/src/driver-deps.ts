import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Guests } from './guests.ts'

/** What the operations of this driver are made from. */
export interface DriverDeps {
  readonly guests: Guests
  readonly instancesDir: string
  /** This host, as it says whose files are. */
  readonly host: string
  /** The program that runs a guest. */
  readonly qemu: string
  /** Whether guests run by KVM or by QEMU's emulation; decided once. */
  readonly virtType: () => Promise<'kvm' | 'qemu'>
  /** Where screens and serial ports of guests listen, and where the proxies of consoles reach them. */
  readonly consoles: { readonly listen: string; readonly reachedAt: string }
  readonly clock: Clock
  readonly log: Log
}
