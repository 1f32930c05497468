import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchesOf } from './batches.ts'

test('unit tests of one part share a process, those of other suites have one each', () => {
  const files = [
    'packages/ip/src/ip.test.ts',
    'services/network/src/ipam/ipam.test.ts',
    'packages/kernel/src/own.test.ts',
    'services/volume/src/domain/quota.test.ts',
    'packages/kernel/src/turns.test.ts',
    'services/volume/test/volumes.test.ts',
    'services/volume/test/types.test.ts',
  ]
  assert.deepEqual(batchesOf(files), [
    { name: 'packages', files: files.filter((file) => file.startsWith('packages/')) },
    { name: 'services-network', files: ['services/network/src/ipam/ipam.test.ts'] },
    { name: 'services-volume', files: ['services/volume/src/domain/quota.test.ts'] },
    { name: 'services/volume/test/volumes.test.ts', files: ['services/volume/test/volumes.test.ts'] },
    { name: 'services/volume/test/types.test.ts', files: ['services/volume/test/types.test.ts'] },
  ])
})
