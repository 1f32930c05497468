import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { silentLog as log } from '@nimbo/kernel/log'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { type OperatedCloud, operatedCloud } from './operated-cloud.testing.ts'

let home: Awaited<ReturnType<typeof temporaryDirectory>>
let operated: OperatedCloud

/** Starts the cloud, or starts it again, with a hypervisor that chooses this machine type, or none. */
const start = async (machineType?: string): Promise<void> => {
  await operated?.[Symbol.asyncDispose]()
  operated = await operatedCloud({
    stateDir: home.path,
    drivers: async (state) => {
      const drivers = await fakeDrivers({ state, clock, log }, 1)
      if (machineType === undefined) return drivers
      const hypervisors = drivers.hypervisors.map(({ host, driver }) => ({
        host,
        driver: { ...driver, machineTypes: { x86_64: machineType } },
      }))
      return { ...drivers, hypervisors }
    },
  })
}

let flavorRef: string

const newServer = async (imageRef: string): Promise<string> => {
  const { admin } = operated.cloud
  const id = await bootServer(admin, { imageRef, flavorRef, networks: 'none' })
  await serverInStatus(admin, id, 'ACTIVE')
  await operated.cloud.settled()
  return id
}
const typeOf = (id: string) => operated.manage('libvirt', 'get_machine_type', id)
const update = (...words: readonly string[]) => operated.manage('libvirt', 'update_machine_type', ...words)
const unset = (...words: readonly string[]) => operated.manage('libvirt', 'list_unset_machine_type', ...words)
const shown = (type: string) => ({ code: 0, said: `${type}\n`, complained: '' })

describe('nimbo manage libvirt', () => {
  let old: string
  let server: string

  before(async () => {
    home = await temporaryDirectory()
    await start()
    flavorRef = await makeFlavor(operated.cloud.admin)
    old = await newServer(await makeImage(operated.cloud.admin))
  })
  after(async () => {
    await operated?.[Symbol.asyncDispose]()
    await home[Symbol.asyncDispose]()
  })

  it('lists servers without a machine type, until their host starts again and records it', async () => {
    assert.deepEqual(await unset(), { code: 3, said: `${old}\n`, complained: '' })
    assert.deepEqual(await typeOf(old), {
      ...{ code: 3, said: '' },
      complained: `nimbo: No machine type registered for instance ${old}\n`,
    })
    await start('pc')
    assert.deepEqual(await typeOf(old), shown('pc'))
    assert.deepEqual(await unset(), {
      ...{ code: 0, said: 'No instances found without hw_machine_type set.\n', complained: '' },
    })
  })

  it('shows the type with which a server was built, also when its host would choose another now', async () => {
    const { admin } = operated.cloud
    server = await newServer(await makeImage(admin))
    assert.deepEqual(await typeOf(server), shown('pc'))
    await start('q35')
    assert.deepEqual(await typeOf(server), shown('pc'))
    const imageRef = await makeImage(operated.cloud.admin)
    assert.deepEqual(await typeOf(await newServer(imageRef)), shown('q35'))
  })

  it('shows the type of the image with which a server was rebuilt, or that its host chose then', async () => {
    const { admin } = operated.cloud
    await act(admin, server, { rebuild: { imageRef: await makeImage(admin) } })
    await serverInStatus(admin, server, 'ACTIVE')
    await operated.cloud.settled()
    assert.deepEqual(await typeOf(server), shown('q35'))
  })

  it('changes the type of a stopped server to a later version of the same, or to any by --force', async () => {
    const { admin } = operated.cloud
    const running = await update(server, 'q35')
    assert.deepEqual([running.code, running.complained], [0, ''])
    const forced = await update(server, 'pc-q35-7.2', '--force')
    const said = `Forcing update of machine type.\nUpdated instance ${server} machine type to pc-q35-7.2 (previously q35)\n`
    assert.deepEqual(forced, { code: 0, said, complained: '' })
    assert.equal((await update(server, 'pc-q35-8.0')).code, 3)
    await act(admin, server, { 'os-stop': null })
    await serverInStatus(admin, server, 'SHUTOFF')
    await operated.cloud.settled()
    for (const [type, code] of [
      ['pc-i440fx-8.0', 4],
      ['pc-q35-7.1', 4],
      ['microvm', 5],
    ] as const)
      assert.equal((await update(server, type)).code, code, type)
    assert.deepEqual(await typeOf(server), shown('pc-q35-7.2'))
    assert.equal((await update(server, 'pc-q35-8.0')).code, 0)
    assert.deepEqual(await typeOf(server), shown('pc-q35-8.0'))
  })

  it('exits with 2 for an unknown server or cell', async () => {
    const nobody = randomUUID()
    for (const outcome of [
      await typeOf(nobody),
      await update(nobody, 'pc'),
      await unset('--cell-uuid', nobody),
    ])
      assert.deepEqual([outcome.code, outcome.said], [2, ''])
  })
})
