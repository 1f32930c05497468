import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Hypervisor, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { newId } from '@nimbo/kernel/ids'
import { FakeFailure } from './failures.ts'
import { type FakeHypervisor, fakeHypervisor } from './fake-hypervisor.ts'
import { faultFiles } from './fault-files.ts'

const order = (parts: Partial<SpawnOrder> = {}): SpawnOrder => ({
  id: newId(),
  node: 'fake-1',
  name: 'instance-00000001',
  vcpus: 1,
  memoryMb: 64,
  rootDisk: { from: 'volume' },
  ephemeralGb: 0,
  swapMb: 0,
  localDisks: [],
  extraSpecs: {},
  imageProperties: {},
  vifs: [],
  volumes: [],
  owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
  ...parts,
})

const only = ({ hypervisors }: FakeHypervisor): Hypervisor => {
  const [first] = hypervisors
  assert.ok(first)
  return first.driver
}

describe('the fake hypervisor', () => {
  let directory = ''
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimbo-fake-'))
  })
  after(() => rm(directory, { recursive: true }))

  it('keeps a domain paused until its ports are up', async () => {
    const driver = only(fakeHypervisor())
    const asked = order()
    await driver.spawning.spawn(asked, async () => {
      assert.equal(await driver.power.powerState(asked.id), powerStates.paused)
    })
    assert.equal(await driver.power.powerState(asked.id), powerStates.running)
    assert.match(await driver.consoles.consoleOutput(asked.id, 10_000), /fake: booted; no guest runs here/)
  })

  it('lists the local disks of a server on its console', async () => {
    const driver = only(fakeHypervisor())
    const asked = order({
      localDisks: [
        { kind: 'ephemeral', sizeMb: 1_024, format: 'xfs', device: '/dev/vdb', bus: 'scsi' },
        { kind: 'swap', sizeMb: 64, device: '/dev/vdc' },
      ],
    })
    await driver.spawning.spawn(asked, async () => {})
    const said = await driver.consoles.consoleOutput(asked.id, 10_000)
    assert.match(
      said,
      /, ephemeral disk \(xfs\) of 1024 MB as \/dev\/vdb on scsi, swap of 64 MB as \/dev\/vdc\n/,
    )
  })

  it('says on the console from which disk a rescued server boots', async () => {
    const driver = only(fakeHypervisor())
    const asked = order()
    await driver.spawning.spawn(asked, async () => {})
    const rescueDisk = { cachedImagePath: '/cache/rescue', cachedImageFormat: 'raw', bytes: 1024 } as const
    await driver.power.rescue({ ...asked, rescueDisk })
    const device = { type: 'cdrom', bus: 'usb' } as const
    await driver.power.rescue({ ...asked, rescueDisk: { ...rescueDisk, device } })
    assert.match(
      await driver.consoles.consoleOutput(asked.id, 10_000),
      /from its rescue disk; .*\n.*from its rescue disk, a cdrom on usb beside its own; /,
    )
  })

  it('finds its domains again after a restart, but not the destroyed ones', async () => {
    const [kept, destroyed] = [order(), order()]
    const first = only(fakeHypervisor({ stateDirectory: directory }))
    await first.host.open(() => {})
    await first.spawning.spawn(kept, async () => {})
    await first.spawning.spawn(destroyed, async () => {})
    await first.power.powerOff(kept.id, 0)
    await first.spawning.destroy(destroyed.id)

    const second = only(fakeHypervisor({ stateDirectory: directory }))
    await second.host.open(() => {})
    assert.deepEqual(await second.host.list(), [{ id: kept.id, power: powerStates.shutdown }])
  })

  it('fails an operation as often as a test says, and always if the extra spec fake:fail says so', async () => {
    const driver = only(fakeHypervisor().failOn('spawn', { times: 1 }))
    const spawn = (parts: Partial<SpawnOrder> = {}) => driver.spawning.spawn(order(parts), async () => {})
    await assert.rejects(spawn(), FakeFailure)
    await spawn()
    await assert.rejects(spawn({ extraSpecs: { 'fake:fail': 'spawn' } }), FakeFailure)
  })

  it('fails and waits as files in the faults directory say, across processes', async () => {
    const faultsDirectory = join(directory, 'faults')
    const faults = faultFiles(faultsDirectory)
    const [one, other] = [
      only(fakeHypervisor({ faultsDirectory })),
      only(fakeHypervisor({ faultsDirectory })),
    ]
    const spawn = ({ spawning }: Hypervisor) => spawning.spawn(order(), async () => {})
    await spawn(one)

    await faults.failOn('spawn', { times: 3 })
    const tried = await Promise.allSettled([one, one, other, other].map(spawn))
    assert.equal(tried.filter(({ status }) => status === 'rejected').length, 3)
    await spawn(other)

    await faults.failOn('spawn')
    for (const host of [one, other]) await assert.rejects(spawn(host), FakeFailure)
    await faults.clear()
    await spawn(one)

    const release = await faults.hold('spawn')
    const held = spawn(one)
    assert.equal(await Promise.race([held, pause(100, 'held')]), 'held')
    await release()
    await held
  })

  it('reports a stopped event, on its own host only, for a guest that powers itself off', async () => {
    const fake = fakeHypervisor({ hosts: ['a', 'b'] })
    const events: string[] = []
    for (const { host, driver } of fake.hypervisors)
      await driver.host.open(({ event }) => void events.push(`${host} ${event}`))
    const asked = order()
    await fake.hypervisors[1]?.driver.spawning.spawn(asked, async () => {})
    await fake.guestPowersOff(asked.id)
    assert.deepEqual(events, ['b stopped'])
  })
})
