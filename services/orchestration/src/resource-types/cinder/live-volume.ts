import { updateReadonlyFlag } from '@nimbo/contracts/volume/volume-actions'
import { deleteVolume, showVolume } from '@nimbo/contracts/volume/volumes'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Standing } from '../../resource-type/handling.ts'

/** Reads the volume from Cinder. */
export const liveVolume = async ({ clients, id }: Standing<object>) =>
  (await clients.volume.call(showVolume, { path: { volume_id: id } })).volume

/** Whether it is available or in use. Throws when its status is an error. */
export const isSettled = ({ status }: { readonly status: string }): boolean => {
  if (status === 'available' || status === 'in-use') return true
  if (status.startsWith('error')) throw resourceErrors.ResourceInError({ status, reason: 'Unknown' })
  return false
}

/** Requests its deletion, unless an operation on it is in progress: the caller then polls and calls again. */
export const deleteAtRest = async (volume: Standing<object>): Promise<void> => {
  const { status } = await liveVolume(volume)
  if (status.endsWith('ing') || status === 'restoring-backup') return
  const path = { volume_id: volume.id }
  await volume.clients.volume.call(deleteVolume, { path, query: { cascade: 'true' } })
}

/** Sets the read-only flag, if the template has the property. */
export const makeReadOnly = async ({
  clients,
  id,
  properties,
}: Standing<{ readonly read_only?: boolean }>): Promise<void> => {
  if (properties.read_only === undefined) return
  const body = { 'os-update_readonly_flag': { readonly: properties.read_only } }
  await clients.volume.call(updateReadonlyFlag, { path: { volume_id: id }, body })
}
