import { services } from '../db/hosts/services.ts'
import { isUp } from '../domain/hosts/service-state.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

export interface HostLivenessDeps extends Pick<ConductorDeps, 'databases' | 'clock'> {
  /**
   * An instant in milliseconds since the epoch: a host whose last heartbeat is older has certainly been silent for
   * `allowedMs`. Time in which no heartbeat could arrive does not count.
   */
  readonly silentBefore: (allowedMs: number) => number
}

/**
 * Tells whether a host is up, from its heartbeats in the cell's database. Heartbeats pass through brokers and
 * conductors, so after an outage, or when this process is late itself, all hosts look silent: only time during which
 * heartbeats could arrive counts.
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
