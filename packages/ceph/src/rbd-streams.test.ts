import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, it, type TestContext } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { importRbd, readRbd } from './rbd-streams.ts'
import { standingClock } from './standing-clock.testing.ts'

const access = { conf: '/nowhere/ceph.conf', user: 'cinder' }
const mebibyte = 1_048_576
const minuteMs = 60_000

/** Plays Ceph's `rbd`: images have 16 MiB, and that of the name `silent` is neither read to its end nor written. */
const program = `#!/bin/sh
case "$5 $*" in
  info*) echo '{"id": "1", "size": ${16 * mebibyte}, "features": ["striping"]}' ;;
  *silent*) echo begin; exec sleep 600 ;;
  export*) exec head -c ${16 * mebibyte} /dev/zero ;;
  import*) exec cat > /dev/null ;;
esac
`

const withProgram = async (t: TestContext): Promise<void> => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory.path, 'rbd'), program, { mode: 0o755 })
  const { PATH } = process.env
  process.env.PATH = `${directory.path}:${PATH}`
  t.after(async () => {
    process.env.PATH = PATH
    await directory[Symbol.asyncDispose]()
  })
}

describe('streams of RBD images', () => {
  it('last as long as something moves, however slow the reader and the writer', async (t) => {
    await withProgram(t)
    const clock = standingClock()
    let [length, passed] = [0, 0]
    for await (const piece of readRbd(access, { pool: 'vms', name: 'large' }, clock)) {
      length += piece.length
      // Two minutes for each 128 KiB: four hours in all.
      for (; passed < length; passed += mebibyte / 8) clock.pass(2 * minuteMs)
    }
    assert.equal(length, 16 * mebibyte)
    const slowly = async function* () {
      for (let piece = 0; piece < 4; piece += 1) {
        yield Buffer.alloc(1024)
        clock.pass(50 * minuteMs)
      }
    }
    await importRbd(access, { pool: 'vms', name: 'large' }, slowly(), clock)
  })

  it('break once nothing has moved for an hour', async (t) => {
    await withProgram(t)
    const clock = standingClock()
    const silent = { pool: 'vms', name: 'silent' }
    const reading = async () => {
      for await (const _ of readRbd(access, silent, clock)) clock.pass(61 * minuteMs)
    }
    await assert.rejects(reading(), /rbd export: no progress within 3600000 ms/)
    const endless = async function* () {
      for (;;) {
        yield Buffer.alloc(mebibyte)
        await setImmediate()
      }
    }
    const writing = importRbd(access, silent, endless(), clock)
    clock.pass(61 * minuteMs)
    await assert.rejects(writing, /rbd import: no progress within 3600000 ms/)
  })
})
