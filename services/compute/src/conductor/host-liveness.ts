import { services } from '../db/hosts/services.ts'
import { isUp } from '../domain/hosts/service-state.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

export interface HostLivenessDeps extends Pick<ConductorDeps, 'databases' | 'clock'> {
  /** Hosts last heard of before this instant are known to have been silent for so long. */
  readonly silentBefore: (allowedMs: number) => number
}

/**
 * Judges by the signs of life that hosts leave in their cell. They leave them through brokers and conductors, so that
 * after an outage, or while this process is late itself, all look silent: hosts have as long as any to be heard of, counted
 * in time in which they could be.
 */
export const hostLiveness =
  (
    { databases, clock, silentBefore }: HostLivenessDeps,
    serviceDownSeconds: number,
  ): SpeaksToHosts['hostIsUp'] =>
  async (cellId, host) => {
    const cell = await databases.cell(cellId)
    const [service] = await services(cell, clock).list({ host, binary: 'nova-compute' })
    return service !== undefined && isUp(service, silentBefore(serviceDownSeconds * 1000))
  }
