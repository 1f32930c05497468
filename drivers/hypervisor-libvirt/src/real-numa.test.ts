import assert from 'node:assert/strict'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { ensureLibvirtd } from './ensure-libvirtd.ts'
import { guestPins } from './guest-pins.testing.ts'
import { guestsMissing } from './guests-missing.testing.ts'
import { libvirtHypervisor } from './libvirt-hypervisor.ts'
import { orderOf } from './order.testing.ts'

// Both guest cells are on one host cell, since few machines that run tests have two.
test('a real guest of two NUMA cells runs on the CPUs it is pinned to', {
  skip: guestsMissing,
  timeout: 300_000,
}, async (t) => {
  const directory = await mkdtemp('/var/tmp/nimbo-numa-')
  await chmod(directory, 0o711)
  await sharedServer('libvirtd')
  const stateDir = join(directory, 'libvirtd')
  const stop = await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog })
  const { host, spawning } = libvirtHypervisor({ instancesDir: join(directory, 'instances') })
  const id = newId<ServerId>()
  await host.open(() => {})
  t.after(async () => {
    await spawning.destroy(id)
    await host.close()
    await stop()
    await rm(directory, { recursive: true })
  })
  const cachedImagePath = join(directory, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)

  const [cell] = (await host.inventory())[0]?.numaCells ?? []
  assert.ok(cell)
  const [first = 0, last = first] = [cell.cpus[0], cell.cpus.at(-1)]
  const guestCell = (guest: number, cpu: number) => ({
    ...{ cpuset: [], pcpuset: [guest], memoryMb: 128, hostCell: cell.id },
    cpuPinning: [[guest, cpu]],
  })
  const order = orderOf({
    ...{ id, memoryMb: 256, vifs: [] },
    numa: {
      topology: { cells: [guestCell(0, last), guestCell(1, first)], cpuPolicy: 'dedicated' },
      ...{ sharedCpus: { [cell.id]: [] }, smallPageKb: 4 },
    },
    rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
  })
  await spawning.spawn(order, async () => {})

  assert.deepEqual(await guestPins(id), [String(last), String(first)])
})
