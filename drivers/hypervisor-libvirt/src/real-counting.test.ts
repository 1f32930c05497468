import assert from 'node:assert/strict'
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type DiskConnection, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { runCommand } from '@nimbo/local-guests/run-command'
import { eventually } from '@nimbo/testing/eventually'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { type Counted, countedOn, countingDrive } from './counting-guest.testing.ts'
import { ensureLibvirtd } from './ensure-libvirtd.ts'
import { guestsMissing } from './guests-missing.testing.ts'
import { libvirtHypervisor } from './libvirt-hypervisor.ts'

const patience = { withinMs: 180_000, everyMs: 500 }
const mebibyte = 1024 ** 2
const sectorsOf = (megabytes: number): number => (megabytes * mebibyte) / 512

test('a guest runs on without a reboot through volume swaps, suspend and resume', {
  skip: guestsMissing,
  timeout: 600_000,
}, async (t) => {
  const directory = await mkdtemp('/var/tmp/nimbo-counting-')
  await chmod(directory, 0o711)
  await sharedServer('libvirtd')
  const stateDir = join(directory, 'libvirtd')
  const stop = await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog })
  const driver = libvirtHypervisor({ instancesDir: join(directory, 'instances') })
  await driver.host.open(() => {})
  const id = newId<ServerId>()
  t.after(async () => {
    await driver.spawning.destroy(id)
    await driver.host.close()
    await stop()
    await rm(directory, { recursive: true })
  })
  const cachedImagePath = join(directory, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)
  const configDrivePath = join(directory, 'drive.iso')
  const drive = { mac: 'fa:16:3e:00:00:07', address: '10.98.0.9', pinged: '127.0.0.1' }
  await writeFile(configDrivePath, countingDrive(drive))
  const order: SpawnOrder = {
    ...{ id, node: 'host', name: 'counter', vcpus: 1, memoryMb: 128, ephemeralGb: 0, swapMb: 0 },
    rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
    ...{ localDisks: [], extraSpecs: {}, imageProperties: {}, vifs: [], volumes: [], configDrivePath },
    owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
  }
  /** Waits until the guest has counted to `least` and its second disk has this size; returns the latest count. */
  const countsTo = (least: number, sectors: number): Promise<Counted> =>
    eventually(async () => {
      const last = (await countedOn(driver, id)).at(-1)
      assert.ok(last !== undefined && last.count >= least && last.sectors === sectors, JSON.stringify(last))
      return last
    }, patience)
  const volumeOf = async (
    name: string,
    megabytes: number,
  ): Promise<DiskConnection & { readonly path: string }> => {
    const path = join(directory, name)
    await runCommand('qemu-img', ['create', '-q', '-f', 'raw', path, `${megabytes}M`], 10_000)
    return {
      ...{ volumeId: newId(), attachmentId: newId(), device: '/dev/vdb', readOnly: false, path },
      connection: { type: 'file', path, format: 'raw' },
    }
  }

  await driver.spawning.spawn(order, async () => {})
  const { boot } = await countsTo(2, 0)

  const [small, large] = [await volumeOf('small', 16), await volumeOf('large', 32)]
  const same = await volumeOf('same', 16)
  const pattern = Buffer.alloc(mebibyte, 'what the first volume holds ')
  await writeFile(small.path, pattern, { flag: 'r+' })
  await driver.devices.attachVolume(id, small)
  const attached = await countsTo(1, sectorsOf(16))
  for (let time = 0; time < 2; time += 1) await driver.devices.swapVolume(id, small, same)
  await countsTo(attached.count + 1, sectorsOf(16))
  // The guest sees the additional space of the larger volume after a restart.
  await driver.devices.swapVolume(id, same, large)
  const swapped = await countsTo(attached.count + 2, sectorsOf(16))
  assert.equal(swapped.boot, boot)
  for (const { path } of [same, large])
    assert.ok(
      (await readFile(path)).subarray(0, mebibyte).equals(pattern),
      'the new volume has the contents of the old one',
    )
  // As a back end does when the replacement becomes the volume.
  const path = `${large.path}-renamed`
  await rename(large.path, path)
  const renamed: DiskConnection = { ...large, connection: { type: 'file', path, format: 'raw' } }
  await driver.devices.detachVolume(id, renamed)
  const detached = await countsTo(swapped.count + 1, 0)

  await driver.power.suspend(id)
  assert.equal(await driver.power.powerState(id), powerStates.shutdown)
  await driver.power.resume(order)
  const resumed = await eventually(async () => {
    const counted = await countedOn(driver, id)
    assert.ok(counted.length >= 2 && (counted.at(-1)?.count ?? 0) > detached.count)
    return counted.at(-1)
  }, patience)
  assert.equal(resumed?.boot, boot, 'the resumed guest was not rebooted')
})
