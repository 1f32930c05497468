import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Hypervisor, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { runCommand } from '@nimbo/local-guests/run-command'
import { eventually } from '@nimbo/testing/eventually'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { endorsementOf } from '../endorsement.testing.ts'
import { guestsMissing } from '../guests-missing.testing.ts'
import { libvirtHypervisor } from '../libvirt-hypervisor.ts'
import { type HostApart, twoHostsApart } from './hosts-apart.testing.ts'

const passphrase = 'a passphrase for the state of a TPM'
const patience = { withinMs: 240_000, everyMs: 500 }
const noMore = (): void => {}

/** Both hosts have a libvirtd with places of its own, so the state must really go from one to the other. */
test('a TPM goes with its guest to a host with a libvirtd of its own, off and running, and back', {
  skip: guestsMissing || (existsSync('/usr/bin/swtpm') ? false : 'swtpm is not installed'),
  timeout: 600_000,
}, async () => {
  await using directory = await ownedDirectory('nimbo-tpm-live-')
  await chmod(directory.path, 0o711)
  const bridge = `nbt${randomBytes(4).toString('hex')}`
  await using stack = new AsyncDisposableStack()
  stack.defer(() => runCommand('ip', ['link', 'delete', bridge], 5_000).then(noMore, noMore))
  const hosts = await twoHostsApart(directory.path, bridge)
  for (const host of hosts) stack.defer(() => host.end())
  const driverOf = ({ name, socketPath, swtpmDir, address }: HostApart): Hypervisor =>
    libvirtHypervisor({
      ...{ socketPath, swtpmDir, instancesDir: join(directory.path, `instances-${name}`) },
      ...{ virtType: 'qemu', node: name, live: { inboundAddress: address } },
    })
  const [here, there] = [driverOf(hosts[0]), driverOf(hosts[1])]
  const id = newId<ServerId>()
  for (const driver of [here, there]) {
    await driver.host.open(() => {})
    stack.defer(async () => {
      await driver.spawning.destroy(id)
      await driver.host.close()
    })
  }
  const cachedImagePath = join(directory.path, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)
  const order: SpawnOrder = {
    ...{ id, node: 'host', name: 'trusted', vcpus: 1, memoryMb: 128 },
    rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
    ...{ ephemeralGb: 0, swapMb: 0, imageProperties: {}, vifs: [], volumes: [], localDisks: [] },
    extraSpecs: { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-crb' },
    owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tpm' },
  }
  const [stateHere, stateThere] = hosts.map(({ swtpmDir }) => join(swtpmDir, id))
  assert.ok(stateHere && stateThere)
  const boots = (driver: Hypervisor) =>
    eventually(
      async () => assert.match(await driver.consoles.consoleOutput(id, 1_000_000), /login:/),
      patience,
    )
  const secretsOn = async ({ socketPath }: HostApart): Promise<string> =>
    runCommand('virsh', ['-c', `qemu:///system?socket=${socketPath}`, 'secret-list'], 20_000)
  const send = async (from: Hypervisor, to: Hypervisor): Promise<void> => {
    await to.spawning.keepTpmKey?.(id, passphrase)
    const landing = (await to.live?.receive(order)) ?? {}
    assert.equal(await from.live?.depart({ id, landing, tell: async () => {} }), 'left')
  }

  await here.spawning.keepTpmKey?.(id, passphrase)
  await here.spawning.spawn(order, async () => {})
  await boots(here)
  const first = await endorsementOf(stateHere, passphrase)

  await here.moves.setAside(id, 0)
  await there.spawning.keepTpmKey?.(id, passphrase)
  await there.moves.takeOver(here.moves.aside(id), { order, running: true, plugged: async () => {} })
  await boots(there)
  assert.equal(await endorsementOf(stateThere, passphrase), first)
  assert.ok(!existsSync(stateHere))
  assert.doesNotMatch(await secretsOn(hosts[0]), new RegExp(id))
  await here.moves.forgetAside(id)

  await send(there, here)
  await here.live?.land(order, there.moves.aside(id))
  assert.equal(await here.power.powerState(id), powerStates.running)
  assert.equal(await endorsementOf(stateHere, passphrase), first)
  assert.ok(!existsSync(stateThere))
  assert.doesNotMatch(await secretsOn(hosts[1]), new RegExp(id))
  await there.moves.forgetAside(id)

  // A guest that has left, but cannot run on the other host.
  await send(here, there)
  await there.moves.abandon(id)
  for (let time = 0; time < 2; time += 1) await here.live?.stay(id)
  await here.spawning.keepTpmKey?.(id, passphrase)
  await here.power.powerOn(order)
  assert.equal(await here.power.powerState(id), powerStates.running)
  assert.equal(await endorsementOf(stateHere, passphrase), first)
  assert.ok(!existsSync(stateThere))
})
