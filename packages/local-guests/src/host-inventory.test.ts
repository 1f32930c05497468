import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qemuHostInventory } from './host-inventory.ts'

test('a host has the trait of each image format from which its guests boot', async () => {
  const { traits } = await qemuHostInventory('/', [])
  for (const format of ['aki', 'ami', 'ari', 'iso', 'qcow2', 'raw', 'vdi', 'vhd', 'vhdx', 'vmdk'])
    assert.ok(traits.includes(`COMPUTE_IMAGE_TYPE_${format.toUpperCase()}`), format)
})

test('a host can rescue servers that boot from volumes', async () => {
  assert.ok((await qemuHostInventory('/', [])).traits.includes('COMPUTE_RESCUE_BFV'))
})
