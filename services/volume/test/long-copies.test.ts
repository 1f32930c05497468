import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryBus } from '@nimbo/bus/memory'
import { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { manualClock } from '@nimbo/durable/manual-clock'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { defineRpc } from '@nimbo/rpc/define-rpc'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'

const dayMs = 86_400_000

test('a host has days to copy a large volume, or to restore one from its backup', async () => {
  const clock = manualClock()
  const bus = memoryBus({ clock })
  const interfaces = defineRpc('copies', {
    createSnapshot: volumeHostRpc.methods.createSnapshot,
    restoreBackup: volumeBackupRpc.methods.restoreBackup,
  })
  const end = Promise.withResolvers<void>()
  const slowly = async () => {
    await end.promise
    return {}
  }
  const handlers = { createSnapshot: slowly, restoreBackup: slowly }
  await serveRpc(bus, interfaces, { server: 'host', log: silentLog }, handlers)
  const host = rpcClient(bus, interfaces).on('host')
  const connection = { driver_volume_type: 'file', data: {} }
  const both = Promise.all([
    host.createSnapshot(internalContext(), { snapshotId: 'snapshot', volumeId: 'volume' }),
    host.restoreBackup(internalContext(), { backupId: 'backup', connection }),
  ])
  clock.advance(3 * dayMs)
  end.resolve()
  assert.deepEqual(await both, [{}, {}])
  await bus.close()
})
