import type { StartStates } from '@nimbo/contracts/compute/actions/start-states'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { errors } from '../../errors.ts'
import type { Server } from '../servers/server.ts'

/** Something that may be done to a server in some states only. */
export interface Guarded {
  /** Nova's word for it in its refusals. */
  readonly name: string
  readonly from: StartStates
}

const metadataStates: StartStates = { vmStates: ['active', 'paused', 'suspended', 'stopped'], launched: true }

/** When those changes of a server are allowed that are no actions; actions say it themselves. */
export const guardedChanges = {
  updateMetadata: { name: 'update_instance_metadata', from: metadataStates },
  deleteMetadata: { name: 'delete_instance_metadata', from: metadataStates },
  delete: { name: 'delete', from: {} },
} as const satisfies Record<string, Guarded>

/** Whatever has the guest run elsewhere, or from another disk: what its TPM keeps lies on its host, and would not come along. */
const notWithTpm: readonly string[] = ['resize', 'migrate', 'os-migrateLive', 'evacuate', 'shelve', 'rescue']

/**
 * Throws Nova's 409 unless an action may begin on the server as it is now. The states are checked again, as a
 * compare-and-set, when the task is taken on.
 */
export const requireAllowed = ({ name, from }: Guarded, server: Server, byAdmin: boolean): void => {
  const { id } = server
  if (server.locked && !byAdmin && !from.lockIgnored) throw errors.ServerLocked({ id })
  if (notWithTpm.includes(name) && vtpmOf({ ...server, ...server.flavor }) !== undefined)
    throw errors.OperationNotSupportedForVTPM({ id, operation: name })
  const refuse = (attribute: string, state: string): never => {
    throw errors.WrongState({ action: name, id, attribute, state })
  }
  if (from.vmStates && !from.vmStates.includes(server.vmState)) refuse('vm_state', server.vmState)
  if (from.taskStates && !from.taskStates.includes(server.taskState))
    refuse('task_state', server.taskState ?? 'None')
  if (from.launched && server.launchedAt === null) refuse('launched_at', 'None')
  if (from.onHost && server.host === null) throw errors.ServerNotReady({ id })
}
