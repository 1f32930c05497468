import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '@nimbo/testing/eventually'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { runCeph, runThroughImage } from './run-ceph.ts'
import { standingClock } from './standing-clock.testing.ts'

const access = { conf: '/nowhere/ceph.conf', user: 'cinder' }
const minuteMs = 60_000

/** Plays Ceph's `rbd` removing an image: it prints each number that is written to the pipe `percent` until that is 100. */
const program = (directory: string) => `#!/bin/sh
while [ "$percent" != 100 ]; do
  read percent < ${directory}/percent
  printf '\\rRemoving image: %s%% complete...' "$percent" >&2
done
`

const withPath = (t: TestContext, path: string): void => {
  const { PATH } = process.env
  process.env.PATH = path
  t.after(() => {
    process.env.PATH = PATH
  })
}

test('a host without Ceph is told that it has no such program', async (t) => {
  withPath(t, '/nowhere')
  await assert.rejects(runCeph(access, 'rbd', ['ls']), /rbd ls: .*ENOENT/)
})

test('a command that goes through an image takes as long as it makes progress', async (t) => {
  await using directory = await temporaryDirectory()
  await writeFile(join(directory.path, 'rbd'), program(directory.path), { mode: 0o755 })
  await promisify(execFile)('mkfifo', [join(directory.path, 'percent')])
  withPath(t, `${directory.path}:${process.env.PATH}`)
  const clock = standingClock()
  const print = async (percent: number): Promise<void> => {
    const before = clock.timesSet()
    await writeFile(join(directory.path, 'percent'), `${percent}\n`)
    await eventually(() => assert.ok(clock.timesSet() > before))
  }

  const removed = runThroughImage(access, ['rm', 'volumes/large'], clock)
  for (const percent of [25, 50, 75, 100]) {
    await print(percent)
    clock.pass(55 * minuteMs)
  }
  await removed

  const stuck = runThroughImage(access, ['rm', 'volumes/large'], clock)
  await print(25)
  clock.pass(61 * minuteMs)
  await assert.rejects(stuck, {
    code: 'CephAway',
    message: 'rbd rm volumes/large: no progress within 3600000 ms',
  })
})
