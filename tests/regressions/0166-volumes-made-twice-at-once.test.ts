import assert from 'node:assert/strict'
import { test } from 'node:test'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { startVolumeCloud } from '../../services/volume/test/volume-cloud.ts'

/**
 * A scheduler that took over the flow of a killed one repeated its call while the host still carried out the first: both wrote to
 * the same unfinished file, and when one had renamed it the other failed.
 */
test('a volume host carries out the calls about one volume one after the other', async () => {
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
    // A call about another volume is not held up; when it is done, the calls above have arrived.
    await host.deleteVolume(internalContext(), { volumeId: crypto.randomUUID() })
    assert.equal(calls, 1)
  } finally {
    leave.resolve()
  }
  await Promise.all([first, again, gone])
  assert.equal(calls, 2)
  assert.deepEqual(await backend.existing.listVolumes(), [])
})
