import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { endorsementOf } from './endorsement.testing.ts'
import { ensureLibvirtd } from './ensure-libvirtd.ts'
import { guestsMissing } from './guests-missing.testing.ts'
import { libvirtHypervisor } from './libvirt-hypervisor.ts'
import { defaultSwtpmDir } from './tpm-state.ts'

const gibibyte = 1024 ** 3
const passphrase = 'a passphrase for the state of a TPM'

test('a TPM moves with its server, comes back with it, and is new for another version', {
  skip: guestsMissing || (existsSync('/usr/bin/swtpm') ? false : 'swtpm is not installed'),
  timeout: 400_000,
}, async () => {
  await using directory = await ownedDirectory('nimbo-tpm-moves-')
  await chmod(directory.path, 0o711)
  await sharedServer('libvirtd')
  const stateDir = join(directory.path, 'libvirtd')
  await using stack = new AsyncDisposableStack()
  stack.defer(await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog }))
  // Two hosts with one libvirtd, simulated by two directories: the domain is on one of them at a time.
  const hosts = ['here', 'there'].map((name) =>
    libvirtHypervisor({ instancesDir: join(directory.path, name), node: name }),
  )
  const [here, there] = hosts
  assert.ok(here && there)
  const id = newId<ServerId>()
  for (const host of hosts) {
    await host.host.open(() => {})
    stack.defer(async () => {
      await host.spawning.destroy(id)
      await host.host.close()
    })
  }
  const cachedImagePath = join(directory.path, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)
  const order: SpawnOrder = {
    ...{ id, node: 'here', name: 'trusted', vcpus: 1, memoryMb: 128 },
    rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: gibibyte },
    ...{ ephemeralGb: 0, swapMb: 0, imageProperties: {}, vifs: [], volumes: [], localDisks: [] },
    extraSpecs: { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-tis' },
    owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tpm' },
  }
  const state = join(defaultSwtpmDir, id)
  const wanted = { order, running: true, plugged: async () => {} }
  const runs = async (host: typeof here) => assert.equal(await host.power.powerState(id), powerStates.running)

  await here.spawning.keepTpmKey?.(id, passphrase)
  await here.spawning.spawn(order, wanted.plugged)
  const first = await endorsementOf(state, passphrase)
  for (let time = 0; time < 2; time += 1) await here.moves.setAside(id, 0)
  assert.ok(!existsSync(state), 'the host has no state of a TPM in its place')

  await there.spawning.keepTpmKey?.(id, passphrase)
  for (let time = 0; time < 2; time += 1) await there.moves.takeOver(here.moves.aside(id), wanted)
  await runs(there)
  assert.equal(await endorsementOf(state, passphrase), first)
  await there.moves.abandon(id)
  assert.ok(!existsSync(state), 'the other host has left nothing')

  await here.spawning.keepTpmKey?.(id, passphrase)
  for (let time = 0; time < 2; time += 1) await here.moves.bringBack(order, true)
  await runs(here)
  assert.equal(await endorsementOf(state, passphrase), first)

  await here.moves.setAside(id, 0)
  await there.spawning.keepTpmKey?.(id, passphrase)
  const extraSpecs = { ...order.extraSpecs, 'hw:tpm_model': 'tpm-crb' }
  await there.moves.takeOver(here.moves.aside(id), { ...wanted, order: { ...order, extraSpecs } })
  await runs(there)
  assert.notEqual(await endorsementOf(state, passphrase), first)
  await here.moves.forgetAside(id)
  assert.deepEqual(await here.moves.listAside(), [])
  await there.spawning.destroy(id)
  assert.ok(!existsSync(state), 'a deleted server leaves no state')
})
