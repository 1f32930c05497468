import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Domains } from './domains.ts'
import type { Session } from './session.ts'

/** Where screens of guests listen, and where the proxies of consoles reach them. */
export interface VncAddresses {
  readonly listen: string
  readonly reachedAt: string
}

/** What the operations of this driver are made from. */
export interface DriverDeps {
  readonly session: Session
  readonly domains: Domains
  readonly instancesDir: string
  /** This host, as it says whose files are, where hosts share that directory. */
  readonly host: string
  /** Whether guests run by KVM or by QEMU's emulation; decided once. */
  readonly virtType: () => Promise<'kvm' | 'qemu'>
  readonly vnc: VncAddresses
  readonly clock: Clock
  readonly log: Log
}
