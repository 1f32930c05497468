import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import type { UntidyBooks } from '../untidy-books.ts'
import { ago } from './ago.ts'
import type { Orphan } from './orphan.ts'

const nothingMore = async (): Promise<void> => {}

export const attach = async ({ admin }: UntidyBooks, volumeId: string, serverId: string): Promise<string> => {
  const attachment = { volume_uuid: volumeId, instance_uuid: serverId }
  const { status, body } = await admin.volume.post('/v3/attachments', { attachment })
  assert.equal(status, 200, JSON.stringify(body))
  return body.attachment.id
}

export const attachmentGone = async ({ admin }: UntidyBooks, id: string): Promise<void> =>
  assert.equal((await admin.volume.get(`/v3/attachments/${id}`)).status, 404)

export const disk = (serverId: string, volumeId: string | null, attachmentId: string | null) => ({
  ...{ id: randomUUID(), server_id: serverId, source_type: 'volume', destination_type: 'volume' },
  ...{ image_id: null, volume_id: volumeId, snapshot_id: null, volume_size_gb: 1, volume_type: null },
  ...{ boot_index: null, device_name: '/dev/vdz', attachment_id: attachmentId, connection_info: null },
  ...{ delete_on_termination: 0, guest_format: null, tag: null, created_at: ago(1), deleted_at: null },
})

/** Volumes and attachments that no server uses. */
export const strayVolumes: readonly Orphan[] = [
  {
    kind: 'attachment-without-server',
    make: async (untidy) => {
      const id = await attach(untidy, await makeVolume(untidy.admin), randomUUID())
      return () => attachmentGone(untidy, id)
    },
  },
  {
    kind: 'attachment-unknown-to-server',
    make: async (untidy) => {
      const id = await attach(untidy, await makeVolume(untidy.admin), (await untidy.boot()).id)
      return () => attachmentGone(untidy, id)
    },
  },
  {
    kind: 'attachment-unfinished',
    make: async (untidy) => {
      const { id: serverId } = await untidy.boot()
      const volumeId = await makeVolume(untidy.admin)
      const id = await attach(untidy, volumeId, serverId)
      await untidy.cell
        .insertInto('block_device_mappings')
        .values(disk(serverId, volumeId, id))
        .execute()
      return () => attachmentGone(untidy, id)
    },
  },
  {
    kind: 'disk-of-gone-server',
    make: async ({ cell }) => {
      await cell
        .insertInto('block_device_mappings')
        .values(disk(randomUUID(), null, null))
        .execute()
      return nothingMore
    },
  },
  {
    kind: 'volume-held-for-nobody',
    make: async ({ admin }) => {
      const id = await makeVolume(admin)
      const path = `/v3/${admin.projectId}/volumes/${id}`
      const reset = { 'os-reset_status': { status: 'attaching' } }
      assert.equal((await admin.volume.post(`${path}/action`, reset)).status, 202)
      return async () => assert.equal((await admin.volume.get(path)).body.volume.status, 'available')
    },
  },
  {
    kind: 'volume-of-failed-boot',
    make: async ({ admin, boot }) => {
      const { id: serverId } = await boot()
      const path = `/v3/${admin.projectId}/volumes`
      const metadata = { nimbo_made_for_server: serverId }
      const made = await admin.volume.post(path, { volume: { size: 1, metadata } })
      assert.equal(made.status, 202, JSON.stringify(made.body))
      await volumeInStatus(admin, made.body.volume.id, 'available')
      return nothingMore
    },
  },
]
