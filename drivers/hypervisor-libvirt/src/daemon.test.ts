import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { logOf, runningDaemon, startDaemon, stopDaemon } from './daemon.ts'

const skip = existsSync('/usr/bin/setpriv') ? false : 'util-linux is not installed'
const daemonModule = new URL('./daemon.ts', import.meta.url).href

describe('a daemon', { skip }, () => {
  let directory = ''
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimbo-daemon-'))
  })
  after(() => rm(directory, { recursive: true, force: true }))

  it('of a test ends when the process that started it is killed; one of a cloud outlives it', async () => {
    const order = { program: 'sleep', args: ['600'] }
    const [ofCloudPlace, ofTestPlace] = ['of-cloud', 'of-test'].map((name) => join(directory, name))
    assert.ok(ofCloudPlace && ofTestPlace)
    const script = `
      import { startDaemon } from ${JSON.stringify(daemonModule)}
      const start = (directory, endsWithProcess) =>
        startDaemon({ ...${JSON.stringify(order)}, directory, endsWithProcess })
      await start(${JSON.stringify(ofCloudPlace)}, false)
      await start(${JSON.stringify(ofTestPlace)}, true)
      process.stdout.write('started')
      setInterval(() => {}, 60_000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    assert.ok(await runningDaemon(ofTestPlace, 'sleep'))
    child.kill('SIGKILL')
    await eventually(async () => assert.equal(await runningDaemon(ofTestPlace, 'sleep'), undefined))

    assert.ok(await runningDaemon(ofCloudPlace, 'sleep'))
    await stopDaemon(ofCloudPlace, 'sleep')
    assert.equal(await runningDaemon(ofCloudPlace, 'sleep'), undefined, 'another process can stop it')
  })

  it('writes its output to a log file, and can be stopped twice', async () => {
    for (const endsWithProcess of [true, false]) {
      const place = join(directory, `said-${endsWithProcess}`)
      const args = ['-c', 'echo begun; exec sleep 600']
      await startDaemon({ program: 'sh', args, directory: place, endsWithProcess })
      await eventually(async () => assert.equal(await readFile(logOf(place, 'sh'), 'utf8'), 'begun\n'))
      await stopDaemon(place, 'sh')
      assert.equal(await runningDaemon(place, 'sh'), undefined)
      await stopDaemon(place, 'sh')
    }
  })

  it('that is not installed is named in the error', async () => {
    const order = { program: 'no-such-daemon', args: [], directory }
    await assert.rejects(startDaemon({ ...order, endsWithProcess: false }), /cannot start no-such-daemon/)
  })
})
