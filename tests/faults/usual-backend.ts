import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'

/** Makes the default volume type use the back end of this name, and waits until the schedulers know that back end. */
export const usualBackend = async ({ volume }: Client, name: string): Promise<void> => {
  const { id } = (await volume.get('/v3/types/default')).body.volume_type
  const path = `/v3/types/${id}/extra_specs`
  assert.equal((await volume.post(path, { extra_specs: { volume_backend_name: name } })).status, 200)
  await eventually(async () => {
    const { pools } = (await volume.get('/v3/scheduler-stats/get_pools')).body
    assert.ok(pools.some((pool: { readonly name: string }) => pool.name.endsWith(`#${name}`)))
  })
}
