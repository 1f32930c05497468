import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchesOf } from './batches.ts'

test('unit tests, service tests and journeys of one part share a process; files of other suites have one each', () => {
  const files = [
    'packages/ip/src/ip.test.ts',
    'services/network/src/ipam/ipam.test.ts',
    'packages/kernel/src/own.test.ts',
    'services/volume/src/domain/quota.test.ts',
    'packages/kernel/src/turns.test.ts',
    'services/volume/test/volumes.test.ts',
    'services/volume/test/types.test.ts',
    'tests/journeys/volumes.test.ts',
    'tests/journeys/real-guest.test.ts',
    'tests/journeys/images.test.ts',
  ]
  assert.deepEqual(batchesOf(files), [
    { name: 'packages', files: files.filter((file) => file.startsWith('packages/')) },
    { name: 'services-volume', files: files.filter((file) => file.startsWith('services/volume/')) },
    { name: 'tests-journeys', files: ['tests/journeys/volumes.test.ts', 'tests/journeys/images.test.ts'] },
    { name: 'services-network', files: ['services/network/src/ipam/ipam.test.ts'] },
    { name: 'tests/journeys/real-guest.test.ts', files: ['tests/journeys/real-guest.test.ts'] },
  ])
})

test('more files than one process may run are divided evenly among several', () => {
  const files = Array.from({ length: 50 }, (_, index) => `services/image/test/story-${index}.test.ts`)
  const batches = batchesOf(files)
  assert.deepEqual(
    batches.map(({ name, files }) => [name, files.length]),
    [
      ['services-image-1', 17],
      ['services-image-2', 17],
      ['services-image-3', 16],
    ],
  )
  assert.deepEqual(new Set(batches.flatMap(({ files }) => files)), new Set(files))
})
