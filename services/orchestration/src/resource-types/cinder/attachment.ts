import { attachVolume, detachVolume, listVolumes } from '@nimbo/contracts/compute/server-volumes'
import { showVolume } from '@nimbo/contracts/volume/volumes'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import { present } from '../../resource-type/present.ts'

/** A volume and the server that has it. */
export interface Attachment {
  readonly instance_uuid: string
  readonly volume_id: string
  readonly mountpoint?: string
}

const isKnown = async ({ compute }: Clients, { instance_uuid, volume_id }: Attachment): Promise<boolean> => {
  const path = { server_id: instance_uuid }
  const listed = await unlessNotFound(compute.call(listVolumes, { path }))
  return listed?.volumeAttachments.some(({ volumeId }) => volumeId === volume_id) ?? false
}

const statusOf = async ({ volume }: Clients, volume_id: string): Promise<string | undefined> =>
  (await unlessNotFound(volume.call(showVolume, { path: { volume_id } })))?.volume.status

/** Attaches the volume to the server. Idempotent. */
export const attach = async (clients: Clients, attachment: Attachment): Promise<void> => {
  if (await isKnown(clients, attachment)) return
  const { instance_uuid, volume_id, mountpoint } = attachment
  const volumeAttachment = present({ volumeId: volume_id, device: mountpoint || undefined })
  await clients.compute.call(attachVolume, {
    path: { server_id: instance_uuid },
    body: { volumeAttachment },
  })
}

/** Whether it is attached. Throws when the attachment has failed. */
export const isAttached = async (clients: Clients, { volume_id }: Attachment): Promise<boolean> => {
  const status = await statusOf(clients, volume_id)
  if (status === 'in-use') return true
  if (status === 'available' || status === 'attaching' || status === 'reserved') return false
  throw resourceErrors.ResourceUnknownStatus({ status: String(status), result: 'Volume attachment failed' })
}

export const detach = async (clients: Clients, attachment: Attachment): Promise<void> => {
  if (!(await isKnown(clients, attachment))) return
  const { instance_uuid, volume_id } = attachment
  await clients.compute.call(detachVolume, { path: { server_id: instance_uuid, volume_id } })
}

export const isDetached = async (clients: Clients, attachment: Attachment): Promise<boolean> => {
  if (await isKnown(clients, attachment)) return false
  const status = await statusOf(clients, attachment.volume_id)
  return status !== 'detaching'
}
