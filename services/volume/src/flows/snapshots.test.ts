import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import { flowWorld, snapshotId, volumeId } from './flow-world.testing.ts'
import { createSnapshotFlow, deleteSnapshotFlow } from './snapshots.ts'

const work = { subject: snapshotId, input: { snapshotId, volumeId, host: 'one@fake' } }
const volume = { status: 'available', host: 'one@fake#fake', stored: true }

const taking = {
  ...work,
  flow: createSnapshotFlow,
  world: flowWorld(
    { ...volume, snapshot: { status: 'creating', stored: false } },
    {
      whole: ({ snapshot, backend }) => {
        assert.equal(snapshot?.status, 'available')
        assert.deepEqual([...backend.snapshotted], [[snapshotId, volumeId]])
      },
      clean: ({ row, snapshot, backend }) => {
        assert.deepEqual([row?.status, snapshot?.status], ['available', 'error'])
        assert.deepEqual([...backend.snapshotted], [])
        assert.deepEqual([...backend.made.keys()], [volumeId])
      },
    },
  ),
}

const dropping = {
  ...work,
  flow: deleteSnapshotFlow,
  world: flowWorld(
    { ...volume, snapshot: { status: 'deleting', stored: true } },
    {
      whole: ({ row, snapshot, backend }) => {
        assert.deepEqual([row?.status, snapshot], ['available', undefined])
        assert.deepEqual([...backend.snapshotted], [])
        assert.deepEqual([...backend.made.keys()], [volumeId])
      },
      clean: ({ snapshot }) => assert.equal(snapshot?.status, 'error_deleting'),
    },
  ),
}

test('creating a snapshot survives repeated steps, failures, outages and crashes', async () => {
  await survivesOutages(taking)
  await survivesRepeats(taking)
  await unwindsFromEveryStep(taking)
  await survivesCrashes(taking)
})

test('deleting a snapshot survives repeated steps, failures, outages and crashes', async () => {
  await survivesOutages(dropping)
  await survivesRepeats(dropping)
  await unwindsFromEveryStep(dropping)
  await survivesCrashes(dropping)
})
