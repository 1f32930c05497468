import assert from 'node:assert/strict'
import type { GuestCloud } from '@nimbo/testkit/guest-cloud'
import { bootServer, serverGone, serverInStatus } from '../../tests/testkit/src/servers.ts'
import { eventually } from '../../packages/testing/src/eventually.ts'
import { consoleOf } from '../../tests/storage/guests/busy-guest.ts'
import { type Moved, readMoved } from './disk-script.ts'

const patience = { withinMs: 600_000, everyMs: 500 }

/** Boots a server with a volume as its second disk, and deletes it after all its passes. */
export const runNimboGuest = async (
  { ada, imageRef }: GuestCloud,
  order: {
    readonly flavorRef: string
    readonly volumeId: string
    readonly script: string
    readonly passes: number
  },
): Promise<readonly Moved[]> => {
  const disks = [
    { uuid: imageRef, source_type: 'image', destination_type: 'local', boot_index: 0 },
    { uuid: order.volumeId, source_type: 'volume', destination_type: 'volume', boot_index: -1 },
  ]
  const server = await bootServer(ada, {
    ...{ flavorRef: order.flavorRef, imageRef, networks: 'none', config_drive: true },
    ...{ user_data: Buffer.from(order.script).toString('base64'), block_device_mapping_v2: disks },
  })
  await serverInStatus(ada, server, 'ACTIVE', patience)
  const moved = await eventually(async () => {
    const passes = readMoved(await consoleOf(ada, server))
    assert.equal(passes.length, order.passes)
    return passes
  }, patience)
  assert.equal((await ada.compute.delete(`/servers/${server}`)).status, 204)
  await serverGone(ada, server, patience)
  return moved
}
