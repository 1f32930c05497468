import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atAnyMoment } from '@nimbo/compute/driver/copies-disks'
import { type DiskConnection, type LifecycleEvent, powerStates } from '@nimbo/compute/driver/hypervisor'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { connectQmp } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { eventually } from '@nimbo/testing/eventually'
import { orderOf, serverId, userVif } from './order.testing.ts'
import { qemuHypervisor } from './qemu-hypervisor.ts'

const skip = existsSync('/usr/bin/qemu-system-x86_64') ? false : 'qemu-system-x86_64 is not installed'

const withinMs = 120_000
const plugged = async () => {}

/** A host whose guests have an empty disk: real machines that only run their firmware. */
const host = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-qemu-'))
  const image = join(directory, 'image')
  await writeFile(image, Buffer.alloc(1024 ** 2))
  const instancesDir = join(directory, 'instances')
  const events: LifecycleEvent['event'][] = []
  const open = async () => {
    const driver = qemuHypervisor({ instancesDir, virtType: 'qemu' })
    await driver.host.open(({ event }) => events.push(event))
    return driver
  }
  const order = orderOf({
    rootDisk: { from: 'image', cachedImagePath: image, cachedImageFormat: 'raw', bytes: 1024 ** 2 },
  })
  const volume = join(directory, 'volume')
  await writeFile(volume, Buffer.alloc(1024 ** 2))
  const disk: DiskConnection = {
    ...{ volumeId: '66666666-2222-4333-8444-555555555555', attachmentId: 'one', device: '/dev/vdb' },
    ...{ readOnly: false, connection: { type: 'file', path: volume, format: 'raw' } },
  }
  return {
    ...{ directory, instancesDir, events, open, order, disk },
    [Symbol.asyncDispose]: async () => {
      const driver = await open()
      await driver.spawning.destroy(serverId)
      await driver.host.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A host with a running guest. */
const hostWithGuest = async () => {
  const here = await host()
  const driver = await here.open()
  await driver.spawning.spawn(here.order, plugged)
  return { ...here, driver }
}

const pidOf = async (instancesDir: string): Promise<number> =>
  Number(await readFile(join(instancesDir, serverId, 'qemu.pid'), 'utf8'))

/** QEMU serves one connection at a time, so the driver's own must be closed. */
const connectTo = async (instancesDir: string) => {
  const path = join(`/proc/${await pidOf(instancesDir)}/cwd`, 'qmp.sock')
  return connectQmp({ path, clock: systemClock, timeoutMs: 30_000, onEvent: () => {} })
}

test('a guest starts once its ports are up, outlives the driver, and leaves nothing when destroyed', {
  skip,
}, async () => {
  await using here = await host()
  const { order, instancesDir, events } = here
  const driver = await here.open()
  let whenPlugged: number | undefined
  await driver.spawning.spawn(order, async () => {
    whenPlugged = await driver.power.powerState(serverId)
  })
  assert.equal(whenPlugged, powerStates.paused)
  assert.equal(await driver.power.powerState(serverId), powerStates.running)
  const pid = await pidOf(instancesDir)
  await driver.spawning.spawn(order, plugged)
  assert.equal(await pidOf(instancesDir), pid, 'a repeated spawn starts no second QEMU')

  await driver.power.pause(serverId)
  await driver.power.pause(serverId)
  assert.equal(await driver.power.powerState(serverId), powerStates.paused)
  await driver.host.close()

  const next = await here.open()
  assert.deepEqual(await next.host.list(), [{ id: serverId, power: powerStates.paused }])
  await next.power.unpause(serverId)
  assert.equal(await next.power.powerState(serverId), powerStates.running)
  assert.equal(await pidOf(instancesDir), pid)

  await next.power.powerOff(serverId, 0)
  assert.deepEqual(await next.host.list(), [{ id: serverId, power: powerStates.shutdown }])
  await eventually(() => assert.deepEqual(events.slice(-1), ['stopped']), { withinMs })
  await next.power.powerOn(order)
  const again = await pidOf(instancesDir)
  assert.notEqual(again, pid)

  process.kill(again, 'SIGKILL')
  await eventually(() => assert.deepEqual(events.slice(-1), ['crashed']), { withinMs })
  assert.equal(await next.power.powerState(serverId), powerStates.shutdown)

  await next.spawning.destroy(serverId)
  await next.spawning.destroy(serverId)
  assert.deepEqual(await next.host.list(), [])
  assert.deepEqual(await next.host.leftFiles?.(), [])
  await next.host.close()
})

test('a guest whose QEMU hangs keeps neither its host from starting nor other guests from being listed', {
  skip,
}, async () => {
  await using here = await hostWithGuest()
  const { instancesDir, driver } = here
  await driver.host.close()
  const pid = await pidOf(instancesDir)
  const hasty: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / 50, callback) }
  const next = qemuHypervisor({ instancesDir, virtType: 'qemu', clock: hasty })
  process.kill(pid, 'SIGSTOP')
  try {
    await next.host.open(() => {})
    assert.deepEqual(await next.host.list(), [{ id: serverId, power: powerStates.noState }])
  } finally {
    process.kill(pid, 'SIGCONT')
    await next.host.close()
  }
})

test('a suspended guest resumes from its saved memory with its attached volume', {
  skip,
}, async () => {
  await using here = await hostWithGuest()
  const { order, instancesDir, disk, driver } = here
  await driver.devices.attachVolume(serverId, disk)
  await driver.devices.attachVolume(serverId, disk)
  await driver.power.suspend(serverId)
  await driver.power.suspend(serverId)
  assert.equal(await driver.power.powerState(serverId), powerStates.shutdown)
  const memory = join(instancesDir, serverId, 'memory')
  assert.ok((await stat(memory)).size > 1024 ** 2)

  await driver.power.resume({ ...order, volumes: [disk] })
  assert.equal(await driver.power.powerState(serverId), powerStates.running)
  assert.equal(existsSync(memory), false)
  await driver.power.resume(order)
  const { disks, cpus } = await driver.diagnoses.diagnostics(serverId)
  assert.equal(disks.length, 2)
  assert.equal(cpus.length, 1)
  await driver.host.close()
})

test('a running guest gets a volume however many others it has had before', { skip }, async () => {
  await using here = await hostWithGuest()
  const { instancesDir, disk, driver } = here
  const record = join(instancesDir, serverId, 'guest.json')
  const known = JSON.parse(await readFile(record, 'utf8'))
  // As after attaching and detaching so many volumes that each slot of the machine has had one.
  const earlier = Array.from({ length: 32 }, (_, slot) => [`vol-${slot}`, slot] as const)
  await writeFile(
    record,
    JSON.stringify({ ...known, slots: { ...Object.fromEntries(earlier), ...known.slots } }),
  )
  await driver.devices.attachVolume(serverId, disk)
  assert.equal((await driver.diagnoses.diagnostics(serverId)).disks.length, 2)
  await driver.host.close()
})

test('an interface that is attached to a running guest has the model that its image names', {
  skip,
}, async () => {
  await using here = await hostWithGuest()
  const { instancesDir, driver } = here
  const second = {
    ...userVif,
    portId: '77777777-2222-4333-8444-555555555555',
    macAddress: 'fa:16:3e:00:00:07',
  }
  await driver.devices.attachInterface(serverId, second, {
    ...{ vcpus: 1, extraSpecs: {} },
    imageProperties: { hw_vif_model: 'e1000' },
  })
  await driver.host.close()
  const qmp = await connectTo(instancesDir)
  const device = { path: `/machine/peripheral/nic-${second.portId}`, property: 'type' }
  assert.equal(await qmp.execute('qom-get', device), 'e1000')
  qmp.close()
})

test('a volume is limited as its QoS specs say, when it is plugged in and when the guest starts with it', {
  skip,
}, async () => {
  await using here = await hostWithGuest()
  const { order, instancesDir, disk } = here
  await here.driver.host.close()
  /** The limits of the volume, once the driver has done something. */
  const limitsAfter = async (work: (driver: typeof here.driver) => Promise<void>) => {
    const driver = await here.open()
    await work(driver)
    await driver.host.close()
    const qmp = await connectTo(instancesDir)
    const listed = read.list(await qmp.execute('query-block'), 'disks')
    qmp.close()
    const inserted = listed.map((one) => read.object(read.object(one, 'a disk').inserted, 'inserted'))
    const volume = inserted.find((one) => String(one['node-name']).startsWith('vol-'))
    return [volume?.bps, volume?.iops_rd, volume?.iops_wr]
  }
  const limits = { total_bytes_sec: '1048576', read_iops_sec: '500' }
  for (const device of ['/dev/vdb', '/dev/sdb']) {
    const volume = { ...disk, device, limits }
    const plugged = await limitsAfter((driver) => driver.devices.attachVolume(serverId, volume))
    assert.deepEqual(plugged, [1_048_576, 500, 0])
    const started = await limitsAfter(async ({ power }) => {
      await power.suspend(serverId)
      await power.resume({ ...order, volumes: [volume] })
    })
    assert.deepEqual(started, [1_048_576, 500, 0])
    await limitsAfter(({ power }) => power.reboot(order, 'hard', 0))
  }
  const both = { ...disk, limits: { total_iops_sec: '9', read_iops_sec: '5' } }
  await limitsAfter(({ devices }) =>
    assert.rejects(devices.attachVolume(serverId, both), /total values and read\/write values/),
  )
})

test('what a guest did with a volume is counted as long as the volume is attached', { skip }, async () => {
  await using here = await hostWithGuest()
  const { devices, diagnoses } = here.driver
  const ids = [here.disk.volumeId, 'not-attached']
  assert.deepEqual(await diagnoses.volumeCounts(serverId, ids), [])
  await devices.attachVolume(serverId, here.disk)
  const [counts, ...others] = await diagnoses.volumeCounts(serverId, ids)
  assert.deepEqual([counts?.volumeId, others], [here.disk.volumeId, []])
  assert.equal(typeof counts?.readBytes, 'number')
  await here.driver.host.close()
})

test('resuming succeeds though QEMU closes the connection before it has read the whole memory file', {
  skip,
}, async () => {
  await using here = await hostWithGuest()
  const { order, instancesDir, driver } = here
  await driver.power.suspend(serverId)
  // QEMU does not read on after the mark that ends the memory.
  await appendFile(join(instancesDir, serverId, 'memory'), Buffer.alloc(4 * 1024 ** 2))
  await driver.power.resume(order)
  assert.equal(await driver.power.powerState(serverId), powerStates.running)
  await driver.host.close()
})

test('resuming from truncated memory is refused, and the guest stays off', { skip }, async () => {
  await using here = await hostWithGuest()
  const { order, instancesDir, driver } = here
  await driver.power.suspend(serverId)
  await truncate(join(instancesDir, serverId, 'memory'), 64 * 1024)
  await assert.rejects(driver.power.resume(order), /does not go on from its saved memory/)
  assert.equal(await driver.power.powerState(serverId), powerStates.shutdown)
  await driver.host.close()
})

test('the disk of a running guest is copied; VNC, the serial console and SSH have a port each', {
  skip,
}, async () => {
  await using here = await hostWithGuest()
  const { order, instancesDir, driver } = here
  const copy = await driver.copies.copyRootDisk(serverId, 'one', atAnyMoment)
  const again = await driver.copies.copyRootDisk(serverId, 'one', atAnyMoment)
  assert.deepEqual(again, copy)
  assert.equal((await readFile(copy.path)).subarray(0, 3).toString(), 'QFI')
  await driver.copies.removeCopy(serverId, 'one')

  const screen = await driver.consoles.vncConsole(serverId)
  assert.ok(screen)
  const socket = createConnection(screen)
  const [greeting] = await once(socket, 'data')
  assert.match(String(greeting), /^RFB /)
  socket.destroy()
  const serial = await driver.consoles.serialConsole?.(serverId)
  assert.ok(serial && serial.port > 0 && serial.port !== screen.port)

  const config = await readFile(join(instancesDir, serverId, 'ssh_config'), 'utf8')
  const port = Number(config.match(/Port (\d+)/)?.[1])
  await once(createConnection({ host: '127.0.0.1', port }), 'connect')
  await driver.power.reboot(order, 'hard', 0)
  assert.equal(await readFile(join(instancesDir, serverId, 'ssh_config'), 'utf8'), config)
  await driver.host.close()
})

test('a failed spawn leaves no files, and its error says why', { skip }, async () => {
  await using here = await host()
  const driver = await here.open()
  const bridged = { ...userVif, type: 'bridge' as const, bridgeName: 'brq0' }
  await assert.rejects(
    driver.spawning.spawn({ ...here.order, vifs: [bridged] }, plugged),
    /bound as 'bridge'; without privileges/,
  )
  await assert.rejects(
    driver.spawning.spawn(here.order, () => Promise.reject(new Error('the ports are not up'))),
    /the ports are not up/,
  )
  assert.deepEqual(await driver.host.leftFiles?.(), [])
  await driver.host.close()
})
