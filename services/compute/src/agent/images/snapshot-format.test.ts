import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ImageConverter } from '@nimbo/image-conversion/image-converter'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { inSnapshotFormat } from './snapshot-format.ts'

const converter: ImageConverter = {
  toRaw: async ({ source, format, target }) =>
    writeFile(target, `${format} of ${await readFile(source, 'utf8')}`, { flag: 'wx' }),
}

test('a snapshot has the configured format, or else that of the copied disk', async () => {
  await using directory = await temporaryDirectory()
  const path = join(directory.path, 'copy.qcow2')
  await writeFile(path, 'a disk')
  const snapshot = (wanted: 'raw' | 'qcow2' | undefined, format: 'raw' | 'qcow2' = 'qcow2') =>
    inSnapshotFormat({ converter, wanted })({ path, format }, async (copy) => [
      copy.format,
      await readFile(copy.path, 'utf8'),
    ])
  assert.deepEqual(await snapshot(undefined), ['qcow2', 'a disk'])
  assert.deepEqual(await snapshot('qcow2'), ['qcow2', 'a disk'])
  assert.deepEqual(await snapshot('raw', 'raw'), ['raw', 'a disk'])
  await writeFile(`${path}.raw`, 'left by a process that was killed')
  assert.deepEqual(await snapshot('raw'), ['raw', 'qcow2 of a disk'])
  assert.deepEqual(await readdir(directory.path), ['copy.qcow2'])
})
