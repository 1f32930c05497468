import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { runCommand } from '@nimbo/local-guests/run-command'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { recordingLog } from '@nimbo/testing/recording-log'
import { defaultGuestOptions } from './guest-options.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import type { InjectionOptions } from './injection.ts'
import { orderOf, serverId } from './order.testing.ts'
import { spawnServer } from './spawn.ts'

const needed = ['/usr/bin/qemu-storage-daemon', '/usr/sbin/debugfs', '/usr/sbin/mkfs.ext4', '/dev/fuse']
const missing = needed.filter((path) => !existsSync(path))
const isRoot = process.getuid?.() === 0
const skip = missing.length > 0 ? `missing: ${missing.join(', ')}` : isRoot ? false : 'only root can mount'

const withinMs = 60_000
const bytes = 16 * 2 ** 20
const injected = {
  adminPassword: 'secret',
  publicKey: 'ssh-ed25519 AAAA me@example.org',
  metadata: { role: 'web' },
  files: [{ path: '/etc/motd', contents: Buffer.from('hello\n').toString('base64') }],
} as const

/** Spawns a server on a host whose libvirt fails, and reads files of the disk that was made for it before that. */
const spawned = async (t: TestContext, injection: InjectionOptions, changes: Partial<SpawnOrder> = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-injection-'))
  t.after(() => rm(directory, { recursive: true }))
  const [image, raw, requests] = ['image', 'raw', 'requests'].map((name) => join(directory, name)) as [
    ...[string, string, string],
  ]
  await writeFile(join(directory, 'account'), 'root:*:19000:0:99999:7:::\n')
  await runCommand('mkfs.ext4', ['-q', image, '16m'], withinMs)
  const account = `write ${join(directory, 'account')}`
  await writeFile(requests, `mkdir /etc\nmkdir /bin\n${account} /etc/passwd\n${account} /etc/shadow\n`)
  await runCommand('debugfs', ['-w', '-f', requests, image], withinMs)

  const instances = join(directory, 'instances')
  const { log, lines } = recordingLog()
  const { rootDisk } = serverPaths(instances, serverId)
  const virtType = async () => {
    if (existsSync(rootDisk))
      await runCommand('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', rootDisk, raw], withinMs)
    return 'qemu' as const
  }
  const host = hostWithoutLibvirt(instances, 'here')
  const spawn = spawnServer({ ...host, log, virtType, guests: { ...defaultGuestOptions, injection } })
  const disk = { from: 'image', cachedImagePath: image, cachedImageFormat: 'raw', bytes } as const
  const ended = spawn(orderOf({ vifs: [], rootDisk: disk, injected, ...changes }), async () => {})
  const read = (path: string) => runCommand('debugfs', ['-R', `cat ${path}`, raw], withinMs)
  return { ended: assert.rejects(ended, /libvirt is not well/), failed: ended, read, instances, lines }
}

test('the disk of a new guest holds what the options allow', { skip }, async (t) => {
  const all = await spawned(t, { root: 'found', password: true, key: true })
  await all.ended
  assert.equal(await all.read('/etc/motd'), 'hello\n')
  assert.equal(await all.read('/meta.js'), '{"role":"web"}')
  assert.match(await all.read('/root/.ssh/authorized_keys'), /ssh-ed25519 AAAA/)
  assert.match(await all.read('/etc/shadow'), /^root:\$6\$/)

  const some = await spawned(t, { root: 'whole', password: false, key: false })
  await some.ended
  assert.equal(await some.read('/etc/motd'), 'hello\n')
  assert.match(await some.read('/etc/shadow'), /^root:\*:/)
  assert.equal(await some.read('/root/.ssh/authorized_keys'), '')
})

test('a whole copy of the image is injected into as well', { skip }, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-injection-'))
  t.after(() => rm(directory, { recursive: true }))
  const image = join(directory, 'image')
  await runCommand('mkfs.ext4', ['-q', image, '16m'], withinMs)
  const rootDisk = { from: 'image', cachedImagePath: image, cachedImageFormat: 'raw', bytes } as const
  const files = { metadata: {}, files: injected.files }
  const made = await spawned(
    t,
    { root: 1, password: false, key: false },
    {
      rootDisk: { ...rootDisk, whole: true },
      // An image with a kernel has no partitions, whatever the options say.
      imageProperties: { kernel_id: 'some-kernel' },
      injected: files,
    },
  )
  await made.ended
  assert.equal(await made.read('/etc/motd'), 'hello\n')
})

test('a guest whose files have no place is not made, and leaves nothing', { skip }, async (t) => {
  const made = await spawned(t, { root: 2, password: true, key: true })
  made.ended.catch(() => {})
  await assert.rejects(made.failed, /no partition 2/)
  assert.deepEqual(await readdir(made.instances), [])
})

test('nothing is injected into a guest that boots from a volume, which is a warning', { skip }, async (t) => {
  const made = await spawned(
    t,
    { root: 'found', password: true, key: true },
    { rootDisk: { from: 'volume' } },
  )
  await made.ended
  assert.deepEqual(
    made.lines.map(({ level, message }) => `${level} ${message}`),
    ['warn nothing is injected into a server that boots from a volume'],
  )
})
