import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { chosenMachineType } from '../../domain/hardware/chosen-machine-type.ts'
import type { AgentSelf } from '../agent-context.ts'

/** What a host tells of the machine type of a guest that it made; nothing if the image or an earlier host chose it. */
export const toldMachineType = (
  { hypervisor: { machineTypes = {} } }: Pick<AgentSelf, 'hypervisor'>,
  { imageProperties }: Pick<HostedServer, 'imageProperties'>,
): { readonly machineType?: string } => {
  const machineType = chosenMachineType(imageProperties, machineTypes)
  return machineType === undefined ? {} : { machineType }
}
