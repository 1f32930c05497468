import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { type NimboProcess, nimbo, nimboUp, type ReadyLine } from '@nimbo/testkit/nimbo-process'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))

const enter = ({ url, ready: { credentials } }: NimboProcess) =>
  signIn(url, { username: 'admin', password: credentials.password, project: 'admin' })

test('of two clouds started at once on a new state directory one runs, and the other says why it does not', async () => {
  await using directory = await temporaryDirectory()
  await using clouds = new AsyncDisposableStack()
  const starts = await Promise.allSettled(
    Array.from({ length: 2 }, async () => clouds.use(await nimboUp(directory.path))),
  )
  const [loser] = starts.filter(({ status }) => status === 'rejected')
  const [winner] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  assert.ok(winner && loser?.status === 'rejected', JSON.stringify(starts))
  assert.match(String(loser.reason), /ended with 1: nimbo: a cloud already runs on/)
  const told = await readFile(join(directory.path, 'nimbo.pid'), 'utf8')
  assert.deepEqual(told.split('\n')[0], String(winner.ready.pid))
  await enter(winner)

  await winner.end('SIGKILL')
  await using again = await nimboUp(directory.path)
  assert.equal(again.ready.credentials.password, winner.ready.credentials.password)
  await enter(again)
})

const stateOf = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2)[0]
}

test('a killed cloud no longer holds its state directory, even as a zombie process', async () => {
  await using directory = await temporaryDirectory()
  const words = ['up', '--hypervisor', 'fake', '--port', '0', '--state-dir', directory.path, '--json']
  // Its parent becomes `sleep`, which never waits for its children, so the killed cloud remains a zombie.
  const script = '"$@" & exec sleep 600'
  const parent = spawn(...endingWithParent('KILL', 'sh', ['-c', script, 'sh', launcher, ...words]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(parent.stdout, 'data')
    const { pid }: ReadyLine = JSON.parse(String(line))
    process.kill(pid, 'SIGKILL')
    await eventually(async () => assert.equal(await stateOf(pid), 'Z'))
    assert.equal((await nimbo('status', '--state-dir', directory.path)).code, 3)
    await using again = await nimboUp(directory.path)
    assert.notEqual(again.ready.pid, pid)
  } finally {
    parent.kill('SIGKILL')
  }
})

test('a cloud can be started on the same state directory as soon as nimbo down returns', async () => {
  await using directory = await temporaryDirectory()
  await using first = await nimboUp(directory.path)
  assert.equal((await nimbo('down', '--state-dir', directory.path)).code, 0)
  await using second = await nimboUp(directory.path)
  assert.notEqual(second.ready.pid, first.ready.pid)
})
