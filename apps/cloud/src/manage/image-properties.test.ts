import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { requestSpecs } from '@nimbo/compute/db/servers/request-specs'
import { systemClock } from '@nimbo/kernel/clock'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { type OperatedCloud, operatedCloud } from './operated-cloud.testing.ts'

let operated: OperatedCloud
let serverId: string

const admin = () => operated.cloud.admin
const show = (...words: readonly string[]) => operated.manage('image_property', 'show', ...words)
const set = (id: string, ...properties: readonly string[]) =>
  operated.manage('image_property', 'set', id, ...properties.flatMap((one) => ['--property', one]))

before(async () => {
  operated = await operatedCloud()
  const order = { imageRef: await makeImage(admin()), flavorRef: await makeFlavor(admin()) }
  serverId = await bootServer(admin(), order)
  await serverInStatus(admin(), serverId, 'ACTIVE')
  await operated.cloud.settled()
})
after(() => operated[Symbol.asyncDispose]())

const shownValue = async (name: string): Promise<string> => (await show(serverId, name)).said.trim()

describe('nimbo manage image_property', () => {
  it('changes properties of a stopped server only, and those by which it is scheduled', async () => {
    const running = await set(serverId, 'hw_disk_bus=sata')
    assert.deepEqual(running, {
      ...{ code: 3, said: '' },
      complained: `nimbo: Instance ${serverId} must be stopped or shelved, and without a task; it is active.\n`,
    })
    assert.equal((await show(serverId, 'hw_disk_bus')).code, 3)
    await act(admin(), serverId, { 'os-stop': null })
    await serverInStatus(admin(), serverId, 'SHUTOFF')
    await operated.cloud.settled()
    assert.deepEqual(
      await set(serverId, 'hw_disk_bus=sata', 'os_command_line=a=b c', 'trait:CUSTOM_X=required'),
      {
        ...{ code: 0, said: '', complained: '' },
      },
    )
    assert.deepEqual(await show(serverId, 'hw_disk_bus'), { code: 0, said: 'sata\n', complained: '' })
    assert.equal(await shownValue('os_command_line'), 'a=b c')
    const spec = await requestSpecs(operated.api, systemClock).find(serverId)
    const { hw_disk_bus, 'trait:CUSTOM_X': trait } = spec?.image?.properties ?? {}
    assert.deepEqual([hw_disk_bus, trait], ['sata', 'required'])
  })

  it('exits with 2 for an unknown server, 4 for an unknown name, 5 for an invalid value, and changes nothing', async () => {
    const nobody = randomUUID()
    assert.deepEqual(await show(nobody, 'hw_disk_bus'), {
      ...{ code: 2, said: '', complained: `nimbo: Instance ${nobody} could not be found.\n` },
    })
    for (const [code, id, ...properties] of [
      [2, nobody, 'hw_disk_bus=ide'],
      [4, serverId, 'hw_disk_bus=ide', 'colour=red'],
      [4, serverId, 'hw_disk_bus'],
      [4, serverId, '=ide'],
      [5, serverId, 'hw_disk_bus=ide', 'hw_disk_bus=string'],
      [5, serverId, 'hw_numa_nodes=two'],
      [5, serverId, 'hw_boot_menu=maybe'],
      [5, serverId, 'img_signature_certificate_uuid=x'],
      [5, serverId, 'hw_disk_bus=ide', 'hw_cpu_policy=mixed'],
      [1, serverId],
    ] as const)
      assert.equal((await set(id, ...properties)).code, code, properties.join(' '))
    assert.equal(await shownValue('hw_disk_bus'), 'sata')
    assert.equal((await operated.manage('image_property', 'show', serverId)).code, 1)
  })
})
