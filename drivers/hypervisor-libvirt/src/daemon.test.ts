import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testkit/eventually'
import { isAlive } from '@nimbo/testkit/is-alive'
import { startDaemon, stopDaemon } from './daemon.ts'

const skip = existsSync('/usr/bin/setpriv') ? false : 'util-linux is not installed'
const daemonModule = new URL('./daemon.ts', import.meta.url).href

describe('a daemon', { skip }, () => {
  let directory = ''
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimbo-daemon-'))
  })
  after(() => rm(directory, { recursive: true, force: true }))

  it('of a test ends with the process that started it, also when that is killed; that of a cloud outlives it, since guests do', async () => {
    const order = { program: 'sleep', args: ['600'], logFile: join(directory, 'sleep.log') }
    const script = `
      import { startDaemon } from ${JSON.stringify(daemonModule)}
      const start = async (endsWithProcess) =>
        (await startDaemon({ ...${JSON.stringify(order)}, endsWithProcess })).pid
      process.stdout.write(JSON.stringify([await start(false), await start(true)]))
      setInterval(() => {}, 60_000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [told] = await once(child.stdout, 'data')
    const [ofCloud, ofTest]: [number, number] = JSON.parse(String(told))
    assert.deepEqual([ofCloud, ofTest].map(isAlive), [true, true])
    child.kill('SIGKILL')
    await eventually(() => assert.equal(isAlive(ofTest), false))
    assert.ok(isAlive(ofCloud))
    process.kill(ofCloud, 'SIGKILL')
  })

  it('is stopped by whoever started it, and says in its file what it says', async () => {
    for (const endsWithProcess of [true, false]) {
      const logFile = join(directory, `said-${endsWithProcess}.log`)
      const args = ['-c', 'echo begun; exec sleep 600']
      const child = await startDaemon({ program: 'sh', args, logFile, endsWithProcess })
      await eventually(async () => assert.equal(await readFile(logFile, 'utf8'), 'begun\n'))
      await stopDaemon(child)
      assert.equal(child.signalCode, 'SIGTERM')
    }
  })

  it('that is not installed is told of by name', async () => {
    const order = { program: 'no-such-daemon', args: [], logFile: join(directory, 'none.log') }
    await assert.rejects(startDaemon({ ...order, endsWithProcess: false }), /cannot start no-such-daemon/)
  })
})
