import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { atAnyMoment } from '@nimbo/compute/driver/copies-disks'
import { type LifecycleEvent, powerStates, type Vif } from '@nimbo/compute/driver/hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { runCommand } from '@nimbo/local-guests/run-command'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { eventually } from '@nimbo/testing/eventually'
import { orderOf } from '../order.testing.ts'
import { containerDaemon } from './container-daemon.testing.ts'
import { libvirtContainers } from './libvirt-containers.ts'

const bridge = 'nimbotest1'
const needed = ['/usr/sbin/libvirtd', '/usr/lib/libvirt/libvirt_lxc', '/usr/bin/qemu-img', '/usr/sbin/mke2fs']

const reason = (): string | false => {
  if (process.getuid?.() !== 0) return 'needs root'
  const missing = needed.filter((program) => !existsSync(program))
  return missing.length > 0 && `not installed: ${missing.join(', ')}`
}

/** Says who it is, and ends when it is asked to. */
const init = `#!/bin/sh
trap 'echo the container ends; sleep 1; exit 0' TERM
count=0; [ ! -e /count ] || read count < /count
count=$((count + 1)); echo $count > /count
echo "start $count of a container, the arguments are: $*"
cat /proc/net/dev /srv/told
while :; do sleep 0.2; done
`

/** A file system with a shell of this machine. */
const makeImage = async (directory: string): Promise<string> => {
  const tree = join(directory, 'tree')
  for (const name of ['proc', 'sys', 'dev', 'sbin', 'bin']) await mkdir(join(tree, name), { recursive: true })
  const copy = async (path: string): Promise<void> => {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await copyFile(path, join(tree, path))
  }
  for (const program of ['/bin/sh', '/bin/sleep', '/bin/cat']) {
    await copy(program)
    const libraries = await runCommand('ldd', [program], 10_000)
    for (const [path] of libraries.matchAll(/\/\S+/g)) await copy(path)
  }
  await writeFile(join(tree, 'sbin/init'), init)
  await chmod(join(tree, 'sbin/init'), 0o755)
  await symlink('init', join(tree, 'sbin/other'))
  const image = join(directory, 'image')
  await runCommand('mke2fs', ['-q', '-t', 'ext4', '-d', tree, image, '48M'], 60_000)
  return image
}

const setUp = async () => {
  const directory = await mkdtemp('/var/tmp/nimbo-container-')
  await chmod(directory, 0o711)
  const { socketPath, stop } = await containerDaemon(directory)
  const instancesDir = join(directory, 'instances')
  const open = async () => {
    const injection = { root: 'found', password: false, key: false } as const
    const driver = libvirtContainers({ instancesDir, socketPath, guests: { injection } })
    const events: LifecycleEvent[] = []
    await driver.host.open((event) => events.push(event))
    return { ...driver, events }
  }
  return { directory, instancesDir, stop, open, cachedImagePath: await makeImage(directory) }
}

test('a container is spawned, obeys what it can, refuses the rest, and leaves nothing when destroyed', {
  skip: reason(),
  timeout: 120_000,
}, async (t) => {
  const { directory, instancesDir, stop, open, cachedImagePath } = await setUp()
  const id = newId<ServerId>()
  let driver = await open()
  t.after(async () => {
    await driver.spawning.destroy(id)
    await driver.host.close()
    await stop()
    await runCommand('ip', ['link', 'delete', bridge], 5_000).catch(() => {})
    await rm(directory, { recursive: true })
  })
  const portId = newId()
  const vif: Vif = {
    ...{ portId, macAddress: 'fa:16:3e:00:00:07', deviceName: `tap${portId.slice(0, 11)}` },
    ...{ type: 'bridge', bridgeName: bridge, mtu: 1450 },
  }
  const order = orderOf({
    ...{ id, memoryMb: 64, vcpus: 1, vifs: [vif], name: 'a <container>' },
    imageProperties: { os_command_line: '/sbin/other one two' },
    rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'raw', bytes: 96 * 1024 ** 2 },
    injected: {
      metadata: {},
      files: [{ path: '/srv/told', contents: Buffer.from('told by its user').toString('base64') }],
    },
  })
  const link = `/sys/class/net/${vif.deviceName}`
  const log = () => driver.consoles.consoleOutput(id, 100_000)

  const [inventory] = await driver.host.inventory()
  assert.equal(inventory?.hypervisorType, 'LXC')
  assert.deepEqual(inventory?.supportedInstances.at(-1)?.slice(1), ['lxc', 'exe'])
  assert.ok(!inventory.traits.includes('COMPUTE_VOLUME_ATTACH'))

  let plugged = false
  await driver.spawning.spawn(order, async () => {
    plugged = existsSync(link)
  })
  assert.ok(plugged)
  assert.equal(await driver.power.powerState(id), powerStates.running)
  await eventually(async () =>
    assert.match(await log(), /start 1 of .*: one two\r?\n[\s\S]*eth0:[\s\S]*told by its user/),
  )
  assert.ok(existsSync(`/sys/class/net/${bridge}/brif/${vif.deviceName}`))
  await driver.spawning.spawn(order, () => assert.fail('a repeated spawn must not wait for ports'))

  await driver.power.pause(id)
  assert.equal(await driver.power.powerState(id), powerStates.paused)
  await driver.power.unpause(id)
  assert.equal(await driver.power.powerState(id), powerStates.running)

  const { nics, memory } = await driver.diagnoses.diagnostics(id)
  assert.deepEqual(
    [memory.maximumMb, nics.map(({ device, macAddress }) => [device, macAddress])],
    [64, [[vif.deviceName, vif.macAddress]]],
  )

  const copy = await driver.copies.copyRootDisk(id, 'snapshot', atAnyMoment)
  const check = await runCommand('qemu-img', ['check', '-f', 'qcow2', copy.path], 60_000)
  assert.match(check, /No errors/)
  await driver.copies.removeCopy(id, 'snapshot')
  assert.ok(!existsSync(copy.path))

  // Another agent's process takes the consoles over.
  await driver.host.close()
  driver = await open()
  await driver.power.powerOff(id, 30)
  assert.equal(await driver.power.powerState(id), powerStates.shutdown)
  // Its last words are read because it ends a moment later: the kernel drops what nobody has read when a terminal closes.
  await eventually(async () => assert.match(await log(), /the container ends/))
  await driver.power.powerOn(order)
  await driver.power.reboot(order, 'hard', 0)
  await eventually(async () => assert.match(await log(), /start 3 of/))
  assert.deepEqual(
    (await driver.host.list()).filter((one) => one.id === id),
    [{ id, power: powerStates.running }],
  )

  const refused = { code: 'NotForContainers', message: /do not support/ }
  await assert.rejects(driver.power.suspend(id), refused)
  await assert.rejects(driver.moves.setAside(id, 0), refused)
  const other = newId<ServerId>()
  const withSwap = orderOf({
    ...order,
    id: other,
    localDisks: [{ kind: 'swap', sizeMb: 8, device: '/dev/vdb' }],
  })
  await assert.rejects(
    driver.spawning.spawn(withSwap, async () => {}),
    refused,
  )
  assert.ok(!existsSync(serverPaths(instancesDir, other).directory))

  await driver.spawning.destroy(id)
  assert.deepEqual([existsSync(link), existsSync(serverPaths(instancesDir, id).directory)], [false, false])
  assert.equal(await driver.power.powerState(id), powerStates.noState)
  assert.deepEqual(await driver.host.leftFiles?.(), [])
  await eventually(async () => assert.equal(driver.events.at(-1)?.event, 'stopped'))
})
