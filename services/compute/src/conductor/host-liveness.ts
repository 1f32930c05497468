import { services } from '../db/services.ts'
import { isUp } from '../domain/service-state.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/**
 * Judges by the signs of life that hosts leave in their cell. They leave them through conductors, so that after an outage of
 * the whole site all look silent: hosts have as long as any to be heard of, counted from the start of this conductor.
 */
export const hostLiveness = (
  { databases, clock }: Pick<ConductorDeps, 'databases' | 'clock'>,
  serviceDownSeconds: number,
): SpeaksToHosts['hostIsUp'] => {
  const heardSinceMs = clock.now()
  return async (cellId, host) => {
    const cell = await databases.cell(cellId)
    const [service] = await services(cell, clock).list({ host, binary: 'nova-compute' })
    return service !== undefined && isUp(service, clock.now(), serviceDownSeconds * 1000, heardSinceMs)
  }
}
