import type { HostDiagnostics } from '@nimbo/contracts/compute-rpc/diagnostics'
import type { ServerId } from '@nimbo/kernel/ids'
import { type Hypervisor, powerStates } from '../driver/hypervisor.ts'

/** The guest's statistics since its start; a guest that is off, or goes off meanwhile, has only a power state. */
export const diagnose = async (
  { power, diagnoses }: Pick<Hypervisor, 'power' | 'diagnoses'>,
  serverId: ServerId,
): Promise<{ powerState: number; diagnostics?: HostDiagnostics }> => {
  const powerState = await power.powerState(serverId)
  if (powerState !== powerStates.running) return { powerState }
  try {
    const { cpus, nics, disks, ...whole } = await diagnoses.diagnostics(serverId)
    return { powerState, diagnostics: { ...whole, cpus: [...cpus], nics: [...nics], disks: [...disks] } }
  } catch (error) {
    // A guest that is just stopping has no statistics any more; hypervisors report that with various errors.
    const now = await power.powerState(serverId)
    if (now === powerStates.running) throw error
    return { powerState: now }
  }
}
