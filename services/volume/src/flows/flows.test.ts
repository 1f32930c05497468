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
import { moveVolumeFlow } from '../resources/volume/actions/move-flow.ts'
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

const copyId = '77777777-7777-4777-8777-777777777777'
const lock = { cipher: 'aes-xts-plain64', keySize: 256, version: 1 } as const

const encryption = {
  flow: moveVolumeFlow,
  input: {
    ...{ volumeId, sizeGb: 2, zone: 'nova', extraSpecs: {}, typeId: 't', multiattach: false },
    ...({ from: 'one@fake', status: 'available', mayMove: true, asked: 'type', ignoreHosts: [] } as const),
    recryption: { to: lock, copyId, keys: { old: null, new: 'fresh' } },
  },
  subject: volumeId,
  world: flowWorld(
    { status: 'retyping', host: 'one@fake#fake', stored: true },
    {
      whole: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.encryption_key_id], ['available', 'fresh'])
        const made = { sizeGb: 2, from: `/fake/${volumeId}`, lock: lock.cipher }
        assert.deepEqual([...backend.made], [[volumeId, made]])
        assert.equal(backend.exported.size, 0)
      },
      clean: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.encryption_key_id], ['available', null])
        assert.deepEqual([...backend.made], [[volumeId, { sizeGb: 2 }]])
        assert.equal(backend.exported.size, 0)
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

test('creating a volume survives repeated steps, failures, outages and crashes', async () => {
  await survivesOutages(creation)
  await survivesRepeats(creation)
  await unwindsFromEveryStep(creation)
  await survivesCrashes(creation)
})

test('encrypting a volume in place survives repeated steps, failures, outages and crashes', async () => {
  await survivesOutages(encryption)
  await survivesRepeats(encryption)
  await unwindsFromEveryStep(encryption)
  await survivesCrashes(encryption)
})

test('deleting a volume survives repeated steps, failures, outages and crashes', async () => {
  await survivesOutages(deletion)
  await survivesRepeats(deletion)
  await unwindsFromEveryStep(deletion)
  await survivesCrashes(deletion)
})

test('extending a volume survives repeated steps, failures, outages and crashes', async () => {
  await survivesOutages(extension)
  await survivesRepeats(extension)
  await unwindsFromEveryStep(extension)
  await survivesCrashes(extension)
})
