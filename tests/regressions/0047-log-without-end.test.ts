import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turnEnds } from 'node:timers/promises'
import { openLog } from '@nimbo/cloud/logging'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const rotation = { mostBytes: 10_000, kept: 3 }

const numbersIn = async (file: string): Promise<readonly number[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { number: number }).number)

test('a full log file is rotated, a limited number of old files is kept, and no line between is lost', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'log')
  let number = 0
  const say = async (turns: number): Promise<void> => {
    const log = openLog({ file, rotation })
    for (let turn = 0; turn < turns; turn += 1) {
      for (let line = 0; line < 10; line += 1) log.info({ number: number++ }, 'said')
      await turnEnds()
    }
  }
  await say(30)
  // Opened again, the log appends to what is there.
  await say(70)
  const names = (await readdir(directory.path)).sort()
  assert.deepEqual(names, ['log', 'log.1', 'log.2', 'log.3'])
  const kept: number[] = []
  for (const name of names.toReversed()) {
    const { size, mode } = await stat(join(directory.path, name))
    assert.ok(size <= rotation.mostBytes, `${name}: ${size}`)
    assert.equal(mode & 0o777, 0o600)
    kept.push(...(await numbersIn(join(directory.path, name))))
  }
  assert.ok(kept.length > 100 && kept.length < 1_000)
  const first = kept[0] ?? 0
  assert.deepEqual(
    kept,
    Array.from({ length: 1_000 - first }, (_, index) => first + index),
  )
})
