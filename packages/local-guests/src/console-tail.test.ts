import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { consoleTail } from './console-tail.ts'

test('the console tail reaches back into rotated logs, up to the requested length', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'console-'))
  t.after(() => rm(directory, { recursive: true }))
  const log = join(directory, 'console.log')
  assert.equal(await consoleTail(log, 100), '')
  await writeFile(`${log}.1`, 'oldest,')
  await writeFile(`${log}.0`, 'older,')
  await writeFile(log, 'newest')
  assert.equal(await consoleTail(log, 4), 'west')
  assert.equal(await consoleTail(log, 9), 'er,newest')
  assert.equal(await consoleTail(log, 100), 'oldest,older,newest')
})
