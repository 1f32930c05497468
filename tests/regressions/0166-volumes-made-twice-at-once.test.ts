import assert from 'node:assert/strict'
import { test } from 'node:test'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { startVolumeCloud } from '../../services/volume/test/volume-cloud.ts'

/**
 * A scheduler that took over the flow of a killed one repeated its call while the host still carried out the first: both wrote to one
 * unfinished file, and the call whose file the other had renamed failed.
 */
test('a host that is asked for a volume again while it makes it is done with that first', async () => {
  const backend = fakeVolumes()
  const [leave, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let calls = 0
  const create = async (id: string, sizeGb: number): Promise<void> => {
    calls += 1
    begun.resolve()
    await leave.promise
    await backend.volumes.create(id, sizeGb)
  }
  await using cloud = await startVolumeCloud({ ...backend, volumes: { ...backend.volumes, create } })
  const host = rpcClient(cloud.bus, volumeHostRpc).on('one@fake')
  const volumeId = crypto.randomUUID()
  const wanted = { volumeId, sizeGb: 1, content: { from: 'nothing' } } as const
  const first = host.createVolume(internalContext(), wanted)
  await begun.promise
  const again = host.createVolume(internalContext(), wanted)
  const gone = host.deleteVolume(internalContext(), { volumeId })
  try {
    // What is asked of another volume is done meanwhile, and comes after the calls above.
    await host.deleteVolume(internalContext(), { volumeId: crypto.randomUUID() })
    assert.equal(calls, 1)
  } finally {
    leave.resolve()
  }
  await Promise.all([first, again, gone])
  assert.equal(calls, 2)
  assert.deepEqual(await backend.existing.listVolumes(), [])
})
