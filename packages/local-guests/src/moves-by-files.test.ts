import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { makeLocalDisks } from './local-disks.ts'
import { movesByFiles } from './moves-by-files.ts'
import { orderOf, serverId } from './order.testing.ts'
import { runCommand } from './run-command.ts'
import { makeServerDirectory } from './server-directory.ts'
import { serverPaths } from './server-paths.ts'

const programs = ['/usr/bin/qemu-img', '/usr/sbin/mkswap']
const missing = programs.filter((program) => !existsSync(program))
const skip = missing.length > 0 ? `not installed: ${missing.join(', ')}` : false

const mebibyte = 1024 ** 2
const bytes = 8 * mebibyte

/** A host with a hypervisor that has no guests, because these tests are about the files. */
const hostIn = (instancesDir: string, host: string) =>
  movesByFiles(
    { instancesDir, host },
    {
      knows: async () => false,
      runs: async () => false,
      powerOff: async () => {},
      powerOn: async () => {},
      unplug: async () => {},
      forget: async () => {},
      define: async () => {},
      start: async () => {},
    },
  )

/** Two hosts, and a server on the first whose root disk begins with these words. */
const serverOf = async (t: TestContext, words: string, swapMb: number) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-moves-'))
  t.after(() => rm(directory, { recursive: true }))
  const image = join(directory, 'image')
  await writeFile(image, Buffer.alloc(bytes, words))
  const rootDisk = { from: 'image', cachedImagePath: image, cachedImageFormat: 'raw', bytes } as const
  const order = orderOf({ rootDisk, localDisks: [{ kind: 'swap', sizeMb: swapMb }] })
  const [here, there] = [join(directory, 'here'), join(directory, 'there')]
  for (const instances of [here, there]) await mkdir(instances)
  const [paths, newPaths] = [serverPaths(here, serverId), serverPaths(there, serverId)]
  await makeServerDirectory(paths.directory, 'a')
  await makeLocalDisks(order, paths)
  const beginning = async (disk: string): Promise<string> => {
    const raw = join(directory, 'raw')
    await runCommand('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', '--', disk, raw], 60_000)
    return (await readFile(raw)).toString('utf8', 0, words.length)
  }
  return {
    directory,
    order,
    paths,
    newPaths,
    beginning,
    source: hostIn(here, 'a'),
    target: hostIn(there, 'b'),
  }
}

const notRunning = { running: false, plugged: async () => {} }

test('a host that asks again for the disks of a server waits for the copy that is being made', {
  skip,
}, async (t) => {
  const { order, newPaths, beginning, source, target } = await serverOf(t, 'the disk', 1)
  await source.setAside(serverId, 0)
  const [first, second] = await Promise.all([source.aside(serverId).list(), source.aside(serverId).list()])
  assert.deepEqual(first, second)
  await target.takeOver(source.aside(serverId), { order, ...notRunning })
  assert.equal(await beginning(newPaths.rootDisk), 'the disk')
})

test('a server moves with its disk as it is, although a killed host has left a copy of an earlier one', {
  skip,
}, async (t) => {
  const { directory, order, paths, newPaths, beginning, source, target } = await serverOf(t, 'now', 1)
  const raw = join(directory, 'earlier')
  await writeFile(raw, Buffer.alloc(bytes, 'earlier'))
  const left = join(paths.directory, 'whole.qcow2')
  await runCommand('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', '--', raw, left], 60_000)
  await source.setAside(serverId, 0)
  await target.takeOver(source.aside(serverId), { order, ...notRunning })
  assert.equal(await beginning(newPaths.rootDisk), 'now')
})

test('a resized server has the swap of its new flavor, and that of the old one when it comes back', {
  skip,
}, async (t) => {
  const { order, paths, newPaths, source, target } = await serverOf(t, 'the disk', 1)
  await source.setAside(serverId, 0)
  const larger = { ...order, localDisks: [{ kind: 'swap', sizeMb: 4 }] } as const
  await target.takeOver(source.aside(serverId), { order: larger, ...notRunning })
  assert.equal((await stat(newPaths.swapDisk)).size, 4 * mebibyte)
  await target.abandon(serverId)
  await source.bringBack(order, false)
  assert.equal((await stat(paths.swapDisk)).size, mebibyte)
})
