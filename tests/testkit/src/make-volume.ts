import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { eventually } from '@nimbo/testing/eventually'

/** A volume as in replies of the volume API. */
export interface VolumeView {
  readonly id: string
  readonly status: string
  readonly attachments: readonly { readonly server_id: string; readonly device: string | null }[]
}

export const showVolume = async ({ volume, projectId }: Client, id: string): Promise<VolumeView> => {
  const shown = await volume.get(`/v3/${projectId}/volumes/${id}`)
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
  return shown.body.volume
}

/** Waits until the volume has a status; fails at once when it becomes `error`. */
export const volumeInStatus = (person: Client, id: string, status: string): Promise<VolumeView> =>
  eventually(async () => {
    const volume = await showVolume(person, id)
    assert.equal(volume.status, status)
    return volume
  })

/** Creates an empty volume of 1 GiB as a user, and waits until it is available; returns its id. */
export const makeVolume = async (person: Client, name = 'data'): Promise<string> => {
  const created = await person.volume.post(`/v3/${person.projectId}/volumes`, { volume: { name, size: 1 } })
  assert.equal(created.status, 202, JSON.stringify(created.body))
  const { id } = created.body.volume as { id: string }
  await volumeInStatus(person, id, 'available')
  return id
}
