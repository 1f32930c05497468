import { services } from '../db/services.ts'
import { isUp } from '../domain/service-state.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

export interface HostLivenessDeps extends Pick<ConductorDeps, 'databases' | 'clock'> {
  /** Since when signs of life can be heard. */
  readonly heardSinceMs: () => number
}

/**
 * Judges by the signs of life that hosts leave in their cell. They leave them through brokers and conductors, so that
 * after an outage all look silent: hosts have as long as any to be heard of, counted from its end.
 */
export const hostLiveness =
  (
    { databases, clock, heardSinceMs }: HostLivenessDeps,
    serviceDownSeconds: number,
  ): SpeaksToHosts['hostIsUp'] =>
  async (cellId, host) => {
    const cell = await databases.cell(cellId)
    const [service] = await services(cell, clock).list({ host, binary: 'nova-compute' })
    return service !== undefined && isUp(service, clock.now(), serviceDownSeconds * 1000, heardSinceMs())
  }
