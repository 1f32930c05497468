import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAlive } from './is-alive.ts'
import { sweepAbandoned } from './sweep-abandoned.ts'

test('sweepAbandoned removes directories with the prefix whose process is gone, and no others', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(gone, 'exit')
  const prefix = `nimbo-sweep-${process.pid}-`
  const make = async (name: string, owner: number | undefined): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), name))
    if (owner !== undefined) await writeFile(join(directory, 'owner'), String(owner))
    return directory
  }
  const directories = [
    await make(prefix, gone.pid),
    await make(prefix, process.pid),
    await make(prefix, undefined),
    await make(`other-${prefix}`, gone.pid),
  ]
  try {
    await sweepAbandoned(prefix)
    assert.deepEqual(
      directories.map((directory) => existsSync(directory)),
      [false, true, true, true],
    )
  } finally {
    for (const directory of directories) await rm(directory, { recursive: true, force: true })
  }
})

test('sweepAbandoned kills QEMU processes with a disk in a removed directory, and no others', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(gone, 'exit')
  const prefix = `nimbo-sweep-guests-${process.pid}-`
  await using stack = new AsyncDisposableStack()
  const make = async (owner: number | undefined): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), prefix))
    stack.defer(() => rm(directory, { recursive: true, force: true }))
    await writeFile(join(directory, 'owner'), String(owner))
    return directory
  }
  /** A process with this name and a disk in its command line. */
  const begin = async (name: string, disk: string): Promise<ChildProcess> => {
    const device = `{"driver":"file","filename":"${disk}"}`
    const words = ['-e', 'console.log("runs"); setInterval(() => {}, 1_000)', '--', device]
    const child = spawn(process.execPath, words, { argv0: name, stdio: ['ignore', 'pipe', 'inherit'] })
    stack.defer(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }
  const [abandoned, owned] = [await make(gone.pid), await make(process.pid)]
  const guest = await begin('/usr/bin/qemu-system-x86_64', join(abandoned, 'instances', 'disk'))
  const others = [
    await begin('/usr/bin/qemu-system-x86_64', join(owned, 'instances', 'disk')),
    await begin('/usr/bin/qemu-system-x86_64', join(`${abandoned}-2`, 'disk')),
    await begin('/usr/bin/qemu-img', join(abandoned, 'instances', 'disk')),
  ]
  const ended = once(guest, 'exit')
  await sweepAbandoned(prefix)
  assert.deepEqual((await ended)[1], 'SIGKILL')
  assert.deepEqual(
    others.map(({ pid = 0 }) => isAlive(pid)),
    [true, true, true],
  )
  assert.deepEqual([existsSync(abandoned), existsSync(owned)], [false, true])
})
