import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '@nimbo/cloud/run'
import { eventually } from '@nimbo/testing/eventually'
import { nimbo, nimboUpAs } from '@nimbo/testkit/nimbo-process'
import { missingSmallDisks, smallDisk } from '@nimbo/testing/small-disk'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))

const detached = (stateDir: string): readonly string[] => [
  ...['up', '--detach', '--json', '--hypervisor', 'fake', '--port', '0', '--state-dir', stateDir],
]

const statusOf = async (stateDir: string) =>
  JSON.parse((await nimbo('status', '--state-dir', stateDir, '--json')).stdout)

test('a cloud started with --detach goes on if the command that waits for it is killed', async () => {
  await using directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  const waiting = spawn(launcher, detached(stateDir), { stdio: 'ignore' })
  const ended = once(waiting, 'exit')
  try {
    await eventually(async () => assert.equal((await statusOf(stateDir)).running, true))
    waiting.kill('SIGKILL')
    await ended
    await eventually(async () => assert.equal((await statusOf(stateDir)).answers, true))
    // By then the cloud is past the moment at which it says that it is ready, to a reader that is gone.
    await eventually(async () => assert.equal((await nimbo('down', '--state-dir', stateDir)).code, 0))
    assert.equal((await statusOf(stateDir)).lastWords, undefined)
  } finally {
    await nimbo('down', '--state-dir', stateDir)
  }
})

test('nimbo up --detach prints why the cloud does not start on a full disk, and its address once it does', {
  skip: missingSmallDisks(),
}, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'state'), 32)
  const [program = '', ...within] = disk.within
  const begin = () => run(program, [...within, launcher, ...detached(disk.path)], { timeoutMs: 60_000 })
  await (await nimboUpAs({ stateDir: disk.path, within: disk.within })).end('SIGTERM')
  await disk.fill()
  const refused = await begin()
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /nimbo: .*(disk is full|no space left)/)
  await disk.makeRoom()
  const { code, stdout, stderr } = await begin()
  assert.deepEqual([code, stderr], [0, ''])
  const { pid, endpoints } = JSON.parse(stdout)
  assert.equal((await fetch(endpoints.identity)).status, 200)
  process.kill(pid, 'SIGKILL')
})
