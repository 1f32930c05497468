import type { DiagnosticsToTell } from '@nimbo/contracts/compute-rpc/diagnostics'
import type { ServerId } from '@nimbo/kernel/ids'
import { type Hypervisor, powerStates } from '../driver/hypervisor.ts'

/** What a guest did since it was started, and how it is: one that does not run has nothing to tell. */
export const diagnose = async (
  { power, diagnoses }: Hypervisor,
  serverId: ServerId,
): Promise<{ powerState: number; diagnostics?: DiagnosticsToTell }> => {
  const powerState = await power.powerState(serverId)
  if (powerState !== powerStates.running) return { powerState }
  const { cpus, nics, disks, ...whole } = await diagnoses.diagnostics(serverId)
  return { powerState, diagnostics: { ...whole, cpus: [...cpus], nics: [...nics], disks: [...disks] } }
}
