import type { Hypervisor } from './hypervisor.ts'

/** A hypervisor with its host. */
export interface HypervisorOfHost {
  readonly host: string
  readonly driver: Hypervisor
}
