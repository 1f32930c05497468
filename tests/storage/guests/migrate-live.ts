import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { showServer } from '@nimbo/testkit/servers'
import { patience } from './busy-guest.ts'

/** Live-migrates a server as an administrator, and waits until it is on the host. */
export const migrateLive = async (admin: Client, server: string, host: string): Promise<void> => {
  const migrate = { 'os-migrateLive': { block_migration: 'auto', host } }
  const version = { 'openstack-api-version': 'compute 2.93' }
  const asked = await admin.compute.post(`/servers/${server}/action`, migrate, version)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  await eventually(async () => {
    const { body } = await admin.compute.get(`/os-migrations?instance_uuid=${server}`)
    const [{ status, dest_compute }] = body.migrations
    assert.deepEqual([status, dest_compute], ['completed', host])
  }, patience)
  assert.equal((await showServer(admin, server))['OS-EXT-SRV-ATTR:host'], host)
}
