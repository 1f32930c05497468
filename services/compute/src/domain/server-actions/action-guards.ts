import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import type { StartStates } from '@nimbo/contracts/compute/actions/start-states'
import { tpmSecretSecurityOf, vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { errors } from '../../errors.ts'
import type { Server } from '../servers/server.ts'

/** A change that is allowed only in some states of a server. */
export interface Guarded {
  /** Nova's name for it in error messages. */
  readonly name: string
  readonly from: StartStates
}

const metadataStates: StartStates = { vmStates: ['active', 'paused', 'suspended', 'stopped'], launched: true }

/** States in which changes other than actions are allowed; actions declare their own. */
export const guardedChanges = {
  updateMetadata: { name: 'update_instance_metadata', from: metadataStates },
  deleteMetadata: { name: 'delete_instance_metadata', from: metadataStates },
  delete: { name: 'delete', from: {} },
} as const satisfies Record<string, Guarded>

const tagStates: StartStates = { vmStates: ['active', 'paused', 'suspended', 'stopped'], lockIgnored: true }

/** Changes of the tags of a server. */
export const tagChanges = {
  add: { name: 'update tag', from: tagStates },
  replace: { name: 'update tags', from: tagStates },
  remove: { name: 'delete tag', from: tagStates },
  clear: { name: 'delete tags', from: tagStates },
} as const satisfies Record<string, Guarded>

/**
 * Actions that are impossible with a TPM: its state cannot be read from a host that is down, images do not contain it,
 * and another root disk must not get the keys of the server's own.
 */
const notWithTpm: readonly string[] = ['evacuate', 'shelve', 'rescue', 'rebuild']

/** Throws, in Nova's words, when a server's TPM does not allow the action. */
const requireTpmAllows = (name: string, server: Server): void => {
  const { id, flavor } = server
  if (vtpmOf({ ...server, ...flavor }) === undefined) return
  if (notWithTpm.includes(name)) throw errors.OperationNotSupportedForVTPM({ id, operation: name })
  // The destination cannot get a secret that only the server's owner may read.
  if (name === liveMigrate.name && tpmSecretSecurityOf(flavor.extraSpecs) === 'user')
    throw errors.OperationNotSupportedForVTPM({ id, operation: 'live-migration' })
}

/**
 * Throws Nova's 409 unless the server's state allows the action. States are checked again by compare-and-set when the
 * action is accepted.
 */
export const requireAllowed = ({ name, from }: Guarded, server: Server, byAdmin: boolean): void => {
  const { id } = server
  if (server.locked && !byAdmin && !from.lockIgnored) throw errors.ServerLocked({ id })
  requireTpmAllows(name, server)
  const refuse = (attribute: string, state: string): never => {
    throw errors.WrongState({ action: name, id, attribute, state })
  }
  if (from.vmStates && !from.vmStates.includes(server.vmState)) refuse('vm_state', server.vmState)
  if (from.taskStates && !from.taskStates.includes(server.taskState))
    refuse('task_state', server.taskState ?? 'None')
  if (from.launched && server.launchedAt === null) refuse('launched_at', 'None')
  if (from.onHost && server.host === null) throw errors.ServerNotReady({ id })
}
