import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import type { GuestCloud } from '@nimbo/testkit/guest-cloud'
import { busyUserData, patience } from './busy-guest.ts'

/** Common steps of the tests of guests and volumes, all as one user. */
export interface VolumeStory {
  make(wanted: Readonly<Record<string, unknown>>): Promise<string>
  /** Waits until a volume, snapshot or backup is in a status. */
  become(id: string, status: string, kind?: 'volume' | 'snapshot' | 'backup'): Promise<void>
  act(id: string, action: object): Promise<void>
  snapshot(id: string): Promise<string>
  backUp(id: string, incremental: boolean): Promise<string>
  /** Creates a volume of 2 GiB from a backup. */
  restored(backup: string): Promise<string>
  remove(id: string): Promise<void>
  /** Boots a busy guest from the block devices in `parts`, or from the image. */
  boot(parts: Readonly<Record<string, unknown>>): Promise<string>
  attach(server: string, volumeId: string): Promise<void>
  detach(server: string, volumeId: string, leaves?: string): Promise<void>
  end(server: string): Promise<void>
}

/** The parts of a cloud that these steps need. */
export type GuestSite = Pick<GuestCloud, 'ada' | 'imageRef' | 'flavorRef'>

export const volumeStory = ({ ada, imageRef, flavorRef }: GuestSite): VolumeStory => {
  const statusOf = async ({ volume }: Client, kind: 'volume' | 'snapshot' | 'backup', id: string) =>
    (await volume.get(`/v3/${kind}s/${id}`)).body[kind]?.status
  const become = (id: string, status: string, kind: 'volume' | 'snapshot' | 'backup' = 'volume') =>
    eventually(async () => {
      const found = await statusOf(ada, kind, id)
      if (String(found).startsWith('error')) throw new Error(`${kind} ${id} is in ${found}`)
      assert.equal(found, status)
    }, patience)
  const asked = async (path: string, body: object): Promise<Loose> => {
    const answer = await ada.volume.post(path, body)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body
  }
  const make = async (wanted: Readonly<Record<string, unknown>>): Promise<string> => {
    const { volume } = await asked('/v3/volumes', { volume: { size: 1, ...wanted } })
    await become(volume.id, 'available')
    return volume.id
  }
  const attachments = (server: string) => `/servers/${server}/os-volume_attachments`
  return {
    make,
    become,
    act: async (id, action) => void (await asked(`/v3/volumes/${id}/action`, action)),
    snapshot: async (volume_id) => {
      const { snapshot } = await asked('/v3/snapshots', { snapshot: { volume_id, force: true } })
      await become(snapshot.id, 'available', 'snapshot')
      return snapshot.id
    },
    backUp: async (volume_id, incremental) => {
      const { backup } = await asked('/v3/backups', { backup: { volume_id, incremental } })
      await become(backup.id, 'available', 'backup')
      await become(volume_id, 'available')
      return backup.id
    },
    restored: (backup_id) => make({ backup_id, size: 2 }),
    remove: async (id) => {
      assert.equal((await ada.volume.delete(`/v3/volumes/${id}?cascade=true`)).status, 202)
      await eventually(
        async () => assert.equal((await ada.volume.get(`/v3/volumes/${id}`)).status, 404),
        patience,
      )
    },
    boot: async (parts) => {
      const order = { flavorRef, config_drive: true, networks: 'none', user_data: busyUserData }
      const from = 'block_device_mapping_v2' in parts ? {} : { imageRef }
      const made = await bootServer(ada, { ...order, ...from, ...parts })
      await serverInStatus(ada, made, 'ACTIVE', patience)
      return made
    },
    attach: async (server, volumeId) => {
      const done = await ada.compute.post(attachments(server), { volumeAttachment: { volumeId } })
      assert.equal(done.status, 202, JSON.stringify(done.body))
      await eventually(async () => {
        const { body } = await ada.volume.get(`/v3/volumes/${volumeId}`)
        const holders = body.volume.attachments.map((one: { server_id: string }) => one.server_id)
        assert.ok(body.volume.status === 'in-use' && holders.includes(server), body.volume.status)
      }, patience)
    },
    detach: async (server, volumeId, leaves = 'available') => {
      assert.equal((await ada.compute.delete(`${attachments(server)}/${volumeId}`)).status, 202)
      await become(volumeId, leaves)
      await eventually(async () => {
        const { body } = await ada.volume.get(`/v3/volumes/${volumeId}`)
        assert.ok(!JSON.stringify(body.volume.attachments).includes(server))
      }, patience)
    },
    end: async (server) => {
      assert.equal((await ada.compute.delete(`/servers/${server}`)).status, 204)
      await serverGone(ada, server, patience)
    },
  }
}
