import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { messageOf } from '@nimbo/kernel/errors'
import { runCommand } from '@nimbo/local-guests/run-command'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { recordingLog } from '@nimbo/testing/recording-log'
import { defaultGuestOptions } from './guest-options.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import type { InjectionOptions } from './injection-options.ts'
import { orderOf, serverId } from './order.testing.ts'
import { rescuesServers } from './rescue.ts'
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

/** A host whose libvirt fails, and an image of a guest. What is at `raw` is free for copies of disks. */
const hostOf = async (t: TestContext, injection: InjectionOptions) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-injection-'))
  t.after(() => rm(directory, { recursive: true }))
  const at = (name: string): string => join(directory, name)
  const [image, raw] = [at('image'), at('raw')]
  await writeFile(at('account'), 'root:*:19000:0:99999:7:::\n')
  await runCommand('mkfs.ext4', ['-q', image, '16m'], withinMs)
  const copies = ['/etc/passwd', '/etc/shadow'].map((path) => `write ${at('account')} ${path}\n`)
  await writeFile(at('requests'), ['mkdir /etc\n', 'mkdir /bin\n', ...copies].join(''))
  await runCommand('debugfs', ['-w', '-f', at('requests'), image], withinMs)
  const { log, lines } = recordingLog()
  const guests = { ...defaultGuestOptions, injection }
  return { image, raw, lines, host: { ...hostWithoutLibvirt(at('instances'), 'here'), log, guests } }
}

/** Spawns a server there, and reads files of the disk that was made for it before libvirt failed. */
const spawned = async (t: TestContext, injection: InjectionOptions, changes: Partial<SpawnOrder> = {}) => {
  const { image, raw, lines, host } = await hostOf(t, injection)
  const { rootDisk } = serverPaths(host.instancesDir, serverId)
  const virtType = async () => {
    if (existsSync(rootDisk))
      await runCommand('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', rootDisk, raw], withinMs)
    return 'qemu' as const
  }
  const disk = { from: 'image', cachedImagePath: image, cachedImageFormat: 'raw', bytes } as const
  const order = orderOf({ vifs: [], rootDisk: disk, injected, ...changes })
  return {
    ...{ lines, instances: host.instancesDir },
    read: (path: string) => runCommand('debugfs', ['-R', `cat ${path}`, raw], withinMs),
    failure: await spawnServer({ ...host, virtType })(order, async () => {}).then(
      () => assert.fail('libvirt did not fail'),
      messageOf,
    ),
  }
}

test('the disk of a new guest holds what the options allow', { skip }, async (t) => {
  const all = await spawned(t, { root: 'found', password: true, key: true })
  assert.equal(all.failure, 'libvirt is not well')
  assert.equal(await all.read('/etc/motd'), 'hello\n')
  assert.equal(await all.read('/meta.js'), '{"role":"web"}')
  assert.match(await all.read('/root/.ssh/authorized_keys'), /ssh-ed25519 AAAA/)
  assert.match(await all.read('/etc/shadow'), /^root:\$6\$/)

  const some = await spawned(t, { root: 'whole', password: false, key: false })
  assert.equal(some.failure, 'libvirt is not well')
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
  assert.equal(made.failure, 'libvirt is not well')
  assert.equal(await made.read('/etc/motd'), 'hello\n')
})

test('a guest whose files have no place is not made, and leaves nothing', { skip }, async (t) => {
  const made = await spawned(t, { root: 2, password: true, key: true })
  assert.match(made.failure, /no partition 2/)
  assert.deepEqual(await readdir(made.instances), [])
})

test('nothing is injected into a guest that boots from a volume, which is a warning', { skip }, async (t) => {
  const made = await spawned(
    t,
    { root: 'found', password: true, key: true },
    { rootDisk: { from: 'volume' } },
  )
  assert.equal(made.failure, 'libvirt is not well')
  assert.deepEqual(
    made.lines.map(({ level, message }) => `${level} ${message}`),
    ['warn nothing is injected into a server that boots from a volume'],
  )
})

test('the rescue disk of a guest has the password of its rescue', { skip }, async (t) => {
  const { host, image, raw } = await hostOf(t, { root: 'found', password: true, key: true })
  const rescueDisk = { cachedImagePath: image, cachedImageFormat: 'raw', bytes } as const
  const order = orderOf({
    ...{ vifs: [], rootDisk: { from: 'volume' }, rescueDisk },
    injected: { adminPassword: 'of the rescue', metadata: {}, files: [] },
  })
  const paths = serverPaths(host.instancesDir, serverId)
  await mkdir(paths.directory, { recursive: true })
  await assert.rejects(rescuesServers(host).rescue(order), /libvirt is not well/)
  await runCommand('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', paths.rescueDisk, raw], withinMs)
  assert.match(await runCommand('debugfs', ['-R', 'cat /etc/shadow', raw], withinMs), /^root:\$6\$/)
})
