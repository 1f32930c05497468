import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DiskConnection, LifecycleEvent, SpawnOrder, Vif } from '@nimbo/compute/driver/hypervisor'
import { atAnyMoment } from '@nimbo/compute/driver/copies-disks'
import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { systemClock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { runCommand } from '@nimbo/local-guests/run-command'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { ensureLibvirtd } from './ensure-libvirtd.ts'
import { guestsMissing } from './guests-missing.testing.ts'
import { libvirtHypervisor } from './libvirt-hypervisor.ts'
import { orderOf } from './order.testing.ts'

const bridge = 'nimbotest0'

const setUp = async () => {
  const directory = await mkdtemp('/var/tmp/nimbo-guest-')
  // QEMU runs as its own user if it can enter the directory; libvirt gives it the disks, which are readable by their owner only.
  await chmod(directory, 0o711)
  await sharedServer('libvirtd')
  const stop = await ensureLibvirtd({
    stateDir: join(directory, 'libvirtd'),
    endsWithProcess: true,
    log: silentLog,
  })
  const hypervisor = libvirtHypervisor({
    instancesDir: join(directory, 'instances'),
    serial: { address: '127.0.0.1', ports: { first: 10_000, last: 19_999 } },
  })
  const events: LifecycleEvent[] = []
  await hypervisor.host.open((event) => events.push(event))
  const cachedImagePath = join(directory, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)
  return { directory, stop, hypervisor, events, cachedImagePath }
}

const eventually = async (what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    if (await holds()) return
    await pause(systemClock, 250)
  }
  assert.fail(`not within ${seconds} s: ${what}`)
}

test('a guest is spawned, obeys every operation, and leaves nothing when destroyed', {
  skip: guestsMissing,
  timeout: 300_000,
}, async (t) => {
  const { directory, stop, hypervisor, events, cachedImagePath } = await setUp()
  const { spawning, power, consoles, devices, host, copies, quiesces } = hypervisor
  const id = newId<ServerId>()
  t.after(async () => {
    await spawning.destroy(id)
    await host.close()
    await stop()
    await runCommand('ip', ['link', 'delete', bridge], 5_000).catch(() => {})
    await rm(directory, { recursive: true })
  })

  const port = newId()
  const vif: Vif = {
    portId: port,
    macAddress: 'fa:16:3e:00:00:01',
    deviceName: `tap${port.slice(0, 11)}`,
    type: 'bridge',
    bridgeName: bridge,
    mtu: 1450,
  }
  const order: SpawnOrder = {
    id,
    node: 'host',
    name: 'a <guest> & more',
    vcpus: 2,
    memoryMb: 128,
    rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
    ephemeralGb: 1,
    swapMb: 64,
    localDisks: [
      { kind: 'ephemeral', sizeMb: 1_024, device: '/dev/vdb' },
      { kind: 'swap', sizeMb: 64, device: '/dev/vdc' },
    ],
    extraSpecs: { 'hw:sound_model': 'ich9', 'hw:vif_multiqueue_enabled': 'true' },
    imageProperties: { hw_time_hpet: 'true', hw_pmu: 'false' },
    vifs: [vif],
    volumes: [],
    owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
  }
  const tap = `/sys/class/net/${vif.deviceName}`
  const prompts = async () => (await consoles.consoleOutput(id, 1_000_000)).split('login:').length - 1

  /** Ignores domains of other clouds on this host. */
  const listed = async () => (await host.list()).filter((domain) => domain.id === id)

  let pluggedWhilePaused = false
  let promised: readonly DeviceAddress[] = []
  await spawning.spawn(
    order,
    async () => {
      pluggedWhilePaused = existsSync(tap) && (await power.powerState(id)) === powerStates.paused
    },
    async (addresses) => {
      promised = addresses
    },
  )
  assert.equal(pluggedWhilePaused, true)
  const addresses = async () => (await hypervisor.finding?.addresses(id)) ?? []
  assert.deepEqual(await addresses(), promised, 'the guest runs with the addresses it was promised')
  assert.match(
    promised.find(({ of }) => of === vif.macAddress)?.address ?? '',
    /^0000:[0-9a-f]{2}:[0-9a-f]{2}\.\d$/,
  )
  assert.equal(promised.find(({ of }) => of === 'vda')?.bus, 'pci')
  assert.equal(await power.powerState(id), powerStates.running)
  await eventually('a login prompt', 90, async () => (await prompts()) > 0)
  assert.deepEqual(await listed(), [{ id, power: powerStates.running }])
  assert.match((await consoles.consoleOutput(id, 10)).slice(-10), /^.{0,10}$/s)
  const { cpus, nics, disks } = await hypervisor.diagnoses.diagnostics(id)
  assert.ok((cpus[0]?.timeNs ?? 0) > 0 && (disks[0]?.readBytes ?? 0) > 0)
  assert.deepEqual(
    nics.map(({ device, macAddress }) => [device, macAddress]),
    [[vif.deviceName, vif.macAddress]],
  )
  const vnc = await consoles.vncConsole(id)
  assert.equal(vnc?.host, '127.0.0.1')
  assert.ok((vnc?.port ?? 0) >= 5900)

  const serial = await consoles.serialConsole?.(id)
  assert.ok(serial)
  const line = createConnection(serial)
  line.write('ada\n')
  await eventually('the question for the password of the user who was typed', 30, async () =>
    /login: ada\s+Password:/.test(await consoles.consoleOutput(id, 1_000_000)),
  )
  line.destroy()

  // Repeating the call has no effect.
  await spawning.spawn(order, () => assert.fail('a repeated spawn must not wait for ports'))

  const path = join(directory, 'volume')
  await runCommand('qemu-img', ['create', '-q', '-f', 'raw', path, '16M'], 10_000)
  const volume: DiskConnection = {
    volumeId: newId(),
    attachmentId: newId(),
    device: '/dev/vdd',
    readOnly: false,
    connection: { type: 'file', path, format: 'raw' },
  }
  await devices.attachVolume(id, volume)
  await devices.attachVolume(id, volume)
  assert.equal((await addresses()).find(({ of }) => of === 'vdd')?.bus, 'pci')
  await devices.detachVolume(id, volume)
  await devices.detachVolume(id, volume)

  const locked: DiskConnection = { ...volume, volumeId: newId(), encrypted: true }
  const lockedPath = join(directory, 'locked')
  const passphrase = join(directory, 'passphrase')
  await writeFile(passphrase, 'open sesame', { mode: 0o600 })
  await runCommand(
    'qemu-img',
    [
      ...['create', '-q', '--object', `secret,id=lock,file=${passphrase}`, '-f', 'luks'],
      ...['-o', 'key-secret=lock,iter-time=10', lockedPath, '16M'],
    ],
    120_000,
  )
  const lockedDisk = { ...locked, connection: { type: 'file', path: lockedPath, format: 'raw' } } as const
  await assert.rejects(
    devices.attachVolume(id, lockedDisk),
    'an encrypted volume cannot be attached without its key',
  )
  await devices.keepKey?.(locked.volumeId, 'wrong')
  await assert.rejects(
    devices.attachVolume(id, lockedDisk),
    'an encrypted volume cannot be attached with a wrong key',
  )
  await devices.keepKey?.(locked.volumeId, 'open sesame')
  await devices.attachVolume(id, lockedDisk)
  await devices.detachVolume(id, lockedDisk)
  await assert.rejects(devices.attachVolume(id, lockedDisk), 'detaching the volume removes its key')

  const port2 = newId()
  const second: Vif = {
    ...vif,
    portId: port2,
    macAddress: 'FA:16:3E:00:00:02',
    deviceName: `tap${port2.slice(0, 11)}`,
  }
  await devices.attachInterface(id, second)
  assert.ok(existsSync(`/sys/class/net/${second.deviceName}`))
  await devices.detachInterface(id, second)
  await eventually('the tap is gone', 5, async () => !existsSync(`/sys/class/net/${second.deviceName}`))

  await power.pause(id)
  assert.equal(await power.powerState(id), powerStates.paused)
  await power.unpause(id)
  assert.equal(await power.powerState(id), powerStates.running)

  const copied = async (): Promise<void> => {
    await copies.copyRootDisk(id, 'twice', atAnyMoment)
    const { path, format } = await copies.copyRootDisk(id, 'twice', atAnyMoment)
    const told = JSON.parse(await runCommand('qemu-img', ['info', '-U', '--output=json', path], 10_000))
    assert.deepEqual([format, told.format, told['backing-filename']], ['qcow2', 'qcow2', undefined])
    await runCommand('qemu-img', ['check', '-q', path], 60_000)
    await copies.removeCopy(id, 'twice')
    await copies.removeCopy(id, 'twice')
    assert.equal(existsSync(path), false)
  }
  await copied()
  assert.equal(await power.powerState(id), powerStates.running)

  await power.suspend(id)
  await power.suspend(id)
  assert.equal(await power.powerState(id), powerStates.shutdown)
  assert.equal(existsSync(tap), false)
  await power.resume(order)
  assert.equal(await power.powerState(id), powerStates.running)

  await power.reboot(order, 'soft', 60)
  await eventually('a login prompt after a soft reboot', 90, async () => (await prompts()) > 0)
  await power.reboot(order, 'hard', 0)
  await eventually('a login prompt after a hard reboot', 90, async () => (await prompts()) > 0)

  await power.interrupt(id)
  await assert.rejects(power.setPassword(id, 'root', 'x'), /guest agent is not configured/)
  await assert.rejects(async () => quiesces?.freeze(id), /guest agent is not configured/)
  await assert.rejects(async () => quiesces?.thaw(id), /guest agent is not configured/)
  const rescueDisk = { cachedImagePath, cachedImageFormat: 'qcow2' as const, bytes: 1024 ** 3 }
  await power.rescue({ ...order, rescueDisk })
  await eventually('a login prompt of the rescue disk', 90, async () => (await prompts()) > 0)
  const rescued = join(directory, 'instances', id, 'disk.rescue')
  assert.equal(existsSync(rescued), true)
  await power.unrescue(order)
  assert.equal(existsSync(rescued), false)
  await eventually('a login prompt of its own disk again', 90, async () => (await prompts()) > 0)

  const before = Date.now()
  await power.powerOff(id, 60)
  assert.ok(Date.now() - before < 55_000, 'the guest shut itself down')
  assert.equal(await power.powerState(id), powerStates.shutdown)
  assert.equal(existsSync(tap), false)
  await copied()
  await power.powerOn(order)
  assert.equal(await power.powerState(id), powerStates.running)
  await power.powerOff(id, 0)
  await power.powerOn(order)

  await spawning.destroy(id)
  await spawning.destroy(id)
  assert.equal(await power.powerState(id), powerStates.noState)
  assert.deepEqual(await listed(), [])
  assert.deepEqual(
    (await readdir(join(directory, 'instances'))).filter((name) => !name.startsWith('.')),
    [],
  )
  assert.equal(existsSync(tap), false)
  const seen = new Set(events.filter((event) => event.id === id).map(({ event }) => event))
  assert.deepEqual([...seen].sort(), ['paused', 'resumed', 'started', 'stopped'])
})

test('a failed spawn leaves no domain and no files', { skip: guestsMissing, timeout: 120_000 }, async (t) => {
  const { directory, stop, hypervisor, cachedImagePath } = await setUp()
  t.after(async () => {
    await hypervisor.host.close()
    await stop()
    await rm(directory, { recursive: true })
  })
  const id = newId<ServerId>()
  const rootDisk = { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: 1024 ** 3 } as const
  const order = orderOf({ id, vcpus: 1, memoryMb: 64, rootDisk, vifs: [] })
  const failure = new Error('the network has not answered')
  await assert.rejects(
    hypervisor.spawning.spawn(order, () => Promise.reject(failure)),
    failure,
  )
  assert.equal(await hypervisor.power.powerState(id), powerStates.noState)
  assert.ok((await hypervisor.host.list()).every((domain) => domain.id !== id))
  assert.equal(existsSync(join(directory, 'instances', id)), false)
})

test('the inventory of a host has its CPUs, memory, disk, traits and guest types', {
  skip: guestsMissing,
  timeout: 60_000,
}, async (t) => {
  const { directory, stop, hypervisor } = await setUp()
  t.after(async () => {
    await hypervisor.host.close()
    await stop()
    await rm(directory, { recursive: true })
  })
  const [node, ...others] = await hypervisor.host.inventory()
  assert.deepEqual(others, [])
  assert.ok(node !== undefined && node.vcpus > 0 && node.memoryMb > 0 && node.diskGb > 0)
  assert.ok(node.hypervisorVersion > 2_000_000)
  assert.ok(node.traits.includes('COMPUTE_NODE') && node.traits.includes('HW_CPU_X86_SSE2'))
  assert.ok(
    node.supportedInstances.some(([arch, type, mode]) => `${arch} ${type} ${mode}` === 'x86_64 qemu hvm'),
  )
})
