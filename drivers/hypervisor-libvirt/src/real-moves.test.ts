import assert from 'node:assert/strict'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
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

const gibibyte = 1024 ** 3

const eventually = async (what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    if (await holds()) return
    await pause(systemClock, 250)
  }
  assert.fail(`not within ${seconds} s: ${what}`)
}

test('a cold migration with a larger disk is done, reverted, and repeated on the same host', {
  skip: guestsMissing,
  timeout: 400_000,
}, async (t) => {
  const directory = await mkdtemp('/var/tmp/nimbo-moves-')
  await chmod(directory, 0o711)
  await sharedServer('libvirtd')
  const stateDir = join(directory, 'libvirtd')
  const stop = await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog })
  // Two hosts, simulated by two directories.
  const [here, there] = [
    libvirtHypervisor({ instancesDir: join(directory, 'here') }),
    libvirtHypervisor({ instancesDir: join(directory, 'there') }),
  ]
  await here.host.open(() => {})
  await there.host.open(() => {})
  const cachedImagePath = join(directory, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)
  const id = newId<ServerId>()
  t.after(async () => {
    await here.spawning.destroy(id)
    await there.spawning.destroy(id)
    await Promise.all([here.host.close(), there.host.close()])
    await stop()
    await rm(directory, { recursive: true })
  })
  const image = { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2' } as const
  const rootDisk = { ...image, bytes: gibibyte }
  const order: SpawnOrder = {
    ...{ id, node: 'host', name: 'moves', vcpus: 1, memoryMb: 128 },
    rootDisk,
    ...{ ephemeralGb: 0, swapMb: 64, extraSpecs: {}, imageProperties: {}, vifs: [], volumes: [] },
    localDisks: [{ kind: 'swap', sizeMb: 64, device: '/dev/vdb' }],
    owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
  }
  const larger: SpawnOrder = { ...order, vcpus: 2, rootDisk: { ...rootDisk, bytes: 2 * gibibyte } }
  const smaller: SpawnOrder = { ...order, rootDisk: { ...rootDisk, bytes: gibibyte / 2 } }
  const boots = (driver: typeof here) =>
    eventually('a login prompt', 120, async () =>
      (await driver.consoles.consoleOutput(id, 1_000_000)).includes('login:'),
    )
  const sizeOf = async (host: string): Promise<number> => {
    const path = join(directory, host, id, 'disk')
    const info = await runCommand('qemu-img', ['info', '-U', '--output=json', path], 10_000)
    return JSON.parse(info)['virtual-size']
  }

  await here.spawning.spawn(order, async () => {})
  await boots(here)
  for (let time = 0; time < 2; time += 1) await here.moves.setAside(id, 0)
  assert.deepEqual(await here.moves.listAside(), [id])
  assert.equal(await here.power.powerState(id), powerStates.noState)

  const shrunk = { order: smaller, running: true, plugged: async () => {} }
  await assert.rejects(there.moves.takeOver(here.moves.aside(id), shrunk), /Unable to resize disk down/)
  await there.moves.abandon(id)
  const wanted = { order: larger, running: true, plugged: async () => {} }
  for (let time = 0; time < 2; time += 1) await there.moves.takeOver(here.moves.aside(id), wanted)
  await boots(there)
  assert.equal(await sizeOf('there'), 2 * gibibyte)

  await there.moves.abandon(id)
  for (let time = 0; time < 2; time += 1) await here.moves.bringBack(order, true)
  await boots(here)
  assert.equal(await sizeOf('here'), gibibyte)
  assert.deepEqual(await here.moves.listAside(), [])

  // A resize on the same host, without a guest.
  await here.moves.setAside(id, 0)
  await here.moves.takeOver(here.moves.aside(id), { ...wanted, running: false })
  assert.equal(await here.power.powerState(id), powerStates.shutdown)
  await here.moves.forgetAside(id)
  assert.deepEqual(await here.moves.listAside(), [])
  await here.power.powerOn(larger)
  await eventually(
    'the guest runs',
    30,
    async () => (await here.power.powerState(id)) === powerStates.running,
  )
})
