import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { lockFile } from './lock-file.ts'

const lockModule = new URL('./lock-file.ts', import.meta.url).href

/** A process that tries to lock `file`, and then stays, with a child that outlives it. */
const rival = async (file: string) => {
  const script = `
    import { spawn } from 'node:child_process'
    import { lockFile } from ${JSON.stringify(lockModule)}
    const has = lockFile(${JSON.stringify(file)}) !== undefined
    gc()
    const heir = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
    process.stdout.write(JSON.stringify({ has, heir: heir.pid }))
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [told] = await once(child.stdout, 'data')
  const { has, heir }: { has: boolean; heir: number } = JSON.parse(String(told))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    has,
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill()
      process.kill(heir, 'SIGKILL')
    },
  }
}

test('one process at a time holds a file lock, until it releases it', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'lock')
  const lock = lockFile(file)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await using late = await rival(file)
  assert.deepEqual([lock !== undefined, late.has], [true, false])
  assert.equal(lockFile(file), undefined, 'the same process cannot lock it twice')
  lock?.release()
  await using next = await rival(file)
  assert.equal(next.has, true)
})

test('the lock of a killed process is free at once, though a child of it lives on', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'lock')
  await using first = await rival(file)
  assert.equal(first.has, true)
  await first.kill()
  const lock = lockFile(file)
  assert.ok(lock)
  lock.release()
})

test('of several processes that try to lock a file at the same time, exactly one succeeds', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'lock')
  await using rivals = new AsyncDisposableStack()
  const all = await Promise.all(Array.from({ length: 4 }, async () => rivals.use(await rival(file))))
  assert.deepEqual(all.map(({ has }) => has).sort(), [false, false, false, true])
})

test('a process with many file locks has no additional exit listeners', async () => {
  await using directory = await temporaryDirectory()
  const before = process.listenerCount('exit')
  const locks = Array.from({ length: 11 }, (_, index) => lockFile(join(directory.path, `${index}`)))
  assert.equal(process.listenerCount('exit'), before)
  for (const lock of locks) lock?.release()
})
