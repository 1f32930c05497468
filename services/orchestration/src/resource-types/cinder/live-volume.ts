import { updateReadonlyFlag } from '@nimbo/contracts/volume/volume-actions'
import { deleteVolume, showVolume } from '@nimbo/contracts/volume/volumes'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Standing } from '../../resource-type/handling.ts'

/** The volume as the service shows it. */
export const liveVolume = async ({ clients, id }: Standing<object>) =>
  (await clients.volume.call(showVolume, { path: { volume_id: id } })).volume

/** Whether it rests in a state that it can be used in. Throws when something has failed. */
export const isSettled = ({ status }: { readonly status: string }): boolean => {
  if (status === 'available' || status === 'in-use') return true
  if (status.startsWith('error')) throw resourceErrors.ResourceInError({ status, reason: 'Unknown' })
  return false
}

/** Has it deleted, unless something goes on with it: one that is still being made is not let go. Who waits for its end asks again. */
export const deleteAtRest = async (volume: Standing<object>): Promise<void> => {
  const { status } = await liveVolume(volume)
  if (status.endsWith('ing') || status === 'restoring-backup') return
  const path = { volume_id: volume.id }
  await volume.clients.volume.call(deleteVolume, { path, query: { cascade: 'true' } })
}

/** Makes it read-only, or takes that back, where the template says something of it. */
export const makeReadOnly = async ({
  clients,
  id,
  properties,
}: Standing<{ readonly read_only?: boolean }>): Promise<void> => {
  if (properties.read_only === undefined) return
  const body = { 'os-update_readonly_flag': { readonly: properties.read_only } }
  await clients.volume.call(updateReadonlyFlag, { path: { volume_id: id }, body })
}
