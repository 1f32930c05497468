import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Hypervisor, powerStates, type SpawnOrder, type Vif } from '@nimbo/compute/driver/hypervisor'
import type { LiveProgress } from '@nimbo/compute/driver/live-migration'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { runCommand } from '@nimbo/local-guests/run-command'
import { eventually } from '@nimbo/testing/eventually'
import { countedOn, countingDrive } from '../counting-guest.testing.ts'
import { guestsMissing } from '../guests-missing.testing.ts'
import { libvirtHypervisor } from '../libvirt-hypervisor.ts'
import { type HostApart, twoHostsApart } from './hosts-apart.testing.ts'

const mac = 'fa:16:3e:00:00:09'
/** Ignores failures, since the link may not exist. */
const noMore = (): void => {}

const patience = { withinMs: 600_000, everyMs: 500 }

/**
 * Limits the bandwidth (in MiB/s) so that a guest of more than 60 MiB takes seconds to migrate, and its progress can be observed.
 */
const slowDown = async ({ socketPath }: HostApart, id: ServerId): Promise<void> => {
  const libvirtd = `qemu:///system?socket=${socketPath}`
  await runCommand('virsh', ['-c', libvirtd, 'migrate-setspeed', id, '8'], 20_000)
}

/** Migrates a guest between hosts; with `shared`, both have a shared instances directory. */
const migrate = async (t: TestContext, shared: boolean): Promise<void> => {
  const directory = await mkdtemp('/var/tmp/nimbo-live-')
  await chmod(directory, 0o711)
  const bridge = `nbt${randomBytes(4).toString('hex')}`
  const hosts = await twoHostsApart(directory, bridge)
  // Disposed in reverse order: guests before their hosts.
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  stack.defer(() => runCommand('ip', ['link', 'delete', bridge], 5_000).then(noMore, noMore))
  for (const host of hosts) stack.defer(() => host.end())
  const cachedImagePath = join(directory, 'image')
  await copyFile((await tinyImage()).path, cachedImagePath)
  await chmod(cachedImagePath, 0o600)
  const driverOf = ({ name, socketPath, address }: HostApart, firstPort: number): Hypervisor =>
    libvirtHypervisor({
      ...{ socketPath, instancesDir: join(directory, shared ? 'instances' : `instances-${name}`) },
      ...{ virtType: 'qemu', node: name },
      live: { inboundAddress: address },
      serial: { address: '127.0.0.1', ports: { first: firstPort, last: firstPort + 99 } },
    })
  const [here, there] = [driverOf(hosts[0], 10_000), driverOf(hosts[1], 11_000)]
  const id = newId<ServerId>()
  for (const driver of [here, there]) await driver.host.open(() => {})
  stack.defer(async () => {
    for (const driver of [here, there]) {
      await driver.spawning.destroy(id)
      await driver.host.close()
    }
  })
  const portId = newId()
  const vif: Vif = {
    ...{ portId, macAddress: mac, deviceName: `tap${portId.slice(0, 11)}` },
    ...{ type: 'bridge', bridgeName: bridge, mtu: 1450 },
  }
  const drive = countingDrive({ mac, address: '10.99.0.9', pinged: hosts[0].address })
  const orderOn = async ({ name }: HostApart): Promise<SpawnOrder> => {
    const configDrivePath = join(directory, `drive-${name}.iso`)
    await writeFile(configDrivePath, drive)
    return {
      ...{ id, node: name, name: 'counter', vcpus: 1, memoryMb: 128, ephemeralGb: 0, swapMb: 64 },
      rootDisk: { from: 'image', cachedImagePath, cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
      localDisks: [{ kind: 'swap', sizeMb: 64, device: '/dev/vdb' }],
      ...{ extraSpecs: {}, imageProperties: {}, vifs: [vif], volumes: [], configDrivePath },
      owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
    }
  }
  const [orderHere, orderThere] = [await orderOn(hosts[0]), await orderOn(hosts[1])]

  await here.spawning.spawn(orderHere, async () => {})
  await eventually(async () => {
    const last = (await countedOn(here, id)).at(-1)
    assert.ok(last !== undefined && last.count >= 5 && last.heard === 'pong', JSON.stringify(last))
  }, patience)

  assert.equal(await there.live?.sharesFiles?.(id), shared)
  const landing = (await there.live?.receive(orderThere)) ?? {}
  const told: LiveProgress[] = []
  const tell = async (progress: LiveProgress) => void told.push(progress)
  const nowhere = { ...landing, address: '10.99.0.77' }
  await assert.rejects(async () => here.live?.depart({ id, landing: nowhere, tell }), /10\.99\.0\.77/)
  assert.equal(
    await here.power.powerState(id),
    powerStates.running,
    'a guest whose destination is unreachable runs on',
  )

  const before = (await countedOn(here, id)).at(-1)
  await slowDown(hosts[0], id)
  const breakOff = async () => here.live?.abort(id)
  assert.equal(await here.live?.depart({ id, landing, tell: breakOff }), 'aborted')
  assert.equal(
    await here.power.powerState(id),
    powerStates.running,
    'a guest whose migration was aborted runs on',
  )
  await there.moves.abandon(id)
  const again = (await there.live?.receive(orderThere)) ?? {}
  assert.equal(await here.live?.depart({ id, landing: again, tell }), 'left')
  assert.ok(
    told.some(({ memory }) => memory.total > 0),
    'the progress of the migration is reported',
  )
  assert.equal(
    await here.live?.depart({ id, landing, tell }),
    'left',
    'departing again succeeds after the guest has left',
  )
  await there.live?.land(orderThere, here.moves.aside(id))
  assert.equal(await here.power.powerState(id), powerStates.noState)
  assert.equal(await there.power.powerState(id), powerStates.running)
  assert.deepEqual(await there.host.list(), [{ id, power: powerStates.running }])
  assert.deepEqual(await here.moves.listAside(), shared ? [] : [id])
  await here.moves.forgetAside(id)
  assert.deepEqual([await here.host.leftFiles?.(), await there.host.leftFiles?.()], [[], [id]])
  // As a host does with a server that is left over; the guest must survive it on the destination.
  await here.spawning.destroy(id)

  await eventually(async () => {
    const counted = await countedOn(there, id)
    assert.ok(counted.length >= 5 && counted.at(-1)?.heard === 'pong', JSON.stringify(counted.at(-1)))
  }, patience)
  const [first] = await countedOn(there, id)
  assert.ok(before !== undefined && first !== undefined)
  t.diagnostic(`${before.count} was the last number here, ${first.count} is the first one there`)
  assert.equal(first.boot, before.boot, 'the guest was not restarted')
  assert.ok(first.count > before.count, `${first.count} follows ${before.count}`)
  const unheard = (await countedOn(there, id)).slice(0, 5).filter(({ heard }) => heard !== 'pong')
  t.diagnostic(`${unheard.length} of its first pings after the move were lost`)
  assert.ok(unheard.length <= mostLostPings, JSON.stringify(unheard))

  assert.deepEqual(await there.consoles.serialConsole?.(id), { host: '127.0.0.1', port: 11_000 })

  // Its disk is complete on the destination.
  await there.power.reboot(orderThere, 'hard', 0)
  await eventually(async () => {
    assert.match(await there.consoles.consoleOutput(id, 1_000_000), /login:/)
  }, patience)
}

/** How many pings of the guest may be lost by its migration. */
const mostLostPings = 3

const asked = { skip: guestsMissing, timeout: 3_000_000 }

test('a running guest is migrated live with its disks', asked, (t) => migrate(t, false))

test('a running guest is migrated live between hosts that share its files', asked, (t) => migrate(t, true))
