import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import { createVolumeFlow } from './create-volume.ts'
import { deleteVolumeFlow } from './delete-volume.ts'
import { extendVolumeFlow } from './extend-volume.ts'
import { flowWorld, volumeId } from './flow-world.testing.ts'

const creation = {
  flow: createVolumeFlow,
  input: {
    volumeId,
    sizeGb: 2,
    zone: 'nova',
    extraSpecs: {},
    content: { from: 'image', imageId: 'i', format: 'raw' } as const,
    ignoreHosts: [],
    mostAttempts: 3,
    bootable: true,
    imageMetadata: { image_id: 'i' },
  },
  subject: volumeId,
  world: flowWorld(
    { status: 'creating', stored: false },
    {
      whole: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.bootable, row?.host], ['available', 1, 'one@fake#fake'])
        assert.deepEqual([...backend.made], [[volumeId, { sizeGb: 2, from: 'bytes' }]])
      },
      clean: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.host, backend.made.size], ['error', null, 0])
      },
    },
  ),
}

const deletion = {
  flow: deleteVolumeFlow,
  input: { volumeId, host: 'one@fake' },
  subject: volumeId,
  world: flowWorld(
    { status: 'deleting', host: 'one@fake#fake', stored: true },
    {
      whole: ({ row, backend }) => assert.deepEqual([row, backend.made.size], [undefined, 0]),
      clean: ({ row }) => assert.equal(row?.status, 'error_deleting'),
    },
  ),
}

const extension = {
  flow: extendVolumeFlow,
  input: { volumeId, host: 'one@fake', sizeGb: 3, status: 'available' as const },
  subject: volumeId,
  world: flowWorld(
    { status: 'extending', host: 'one@fake#fake', stored: true },
    {
      whole: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.size, row?.growing_by], ['available', 3, 0])
        assert.equal(backend.made.get(volumeId)?.sizeGb, 3)
      },
      clean: ({ row }) => assert.deepEqual([row?.status, row?.size], ['error_extending', 2]),
    },
  ),
}

test('creating a volume bears repeats, failures, outages and crashes', async () => {
  await survivesOutages(creation)
  await survivesRepeats(creation)
  await unwindsFromEveryStep(creation)
  await survivesCrashes(creation)
})

test('deleting a volume bears repeats, failures, outages and crashes', async () => {
  await survivesOutages(deletion)
  await survivesRepeats(deletion)
  await unwindsFromEveryStep(deletion)
  await survivesCrashes(deletion)
})

test('extending a volume bears repeats, failures, outages and crashes', async () => {
  await survivesOutages(extension)
  await survivesRepeats(extension)
  await unwindsFromEveryStep(extension)
  await survivesCrashes(extension)
})
