import { services } from '../db/services.ts'
import { isUp } from '../domain/service-state.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/** Judges by the signs of life that hosts leave in their cell. */
export const hostLiveness =
  (
    { databases, clock }: Pick<ConductorDeps, 'databases' | 'clock'>,
    serviceDownSeconds: number,
  ): SpeaksToHosts['hostIsUp'] =>
  async (cellId, host) => {
    const cell = await databases.cell(cellId)
    const [service] = await services(cell, clock).list({ host, binary: 'nova-compute' })
    return service !== undefined && isUp(service, clock.now(), serviceDownSeconds * 1000)
  }
