import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeOverlay } from '@nimbo/image-format/qcow2-overlay'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { baseImagesIn } from './base-images.ts'

test('baseImagesIn finds the backing images of disks, also of disks kept during a resize', async () => {
  await using instances = await temporaryDirectory()
  const overlay = async (directory: string, name: string, backingFile: string) => {
    await mkdir(join(instances.path, directory), { recursive: true })
    const image = { backingFile, backingFormat: 'raw', virtualSize: 1024 ** 2 } as const
    await makeOverlay(join(instances.path, directory, name), image)
  }
  await overlay('one', 'disk', '/images/a')
  await overlay('one', 'disk.rescue', '/images/b')
  await overlay('two_resize', 'disk', '/images/c.raw')
  await mkdir(join(instances.path, 'three'))
  await writeFile(join(instances.path, 'three', 'disk'), 'raw')
  await writeFile(join(instances.path, 'ssh_config'), '')
  assert.deepEqual((await baseImagesIn(instances.path)).toSorted(), [
    '/images/a',
    '/images/b',
    '/images/c.raw',
  ])
})
