import type { Hypervisor } from './hypervisor.ts'

/** A hypervisor and the host it stands for. */
export interface HypervisorOfHost {
  readonly host: string
  readonly driver: Hypervisor
}
