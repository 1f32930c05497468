import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import type { BlockDevice } from '../../src/domain/servers/request-spec.ts'
import { computeCloud } from './compute-cloud.ts'
import { type Before, overheard } from './overheard.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

/** A root disk from the image, and an empty volume that is made for the server. */
const disks = (): readonly BlockDevice[] => [
  {
    ...{ id: newId(), sourceType: 'image', destinationType: 'local' },
    ...{ imageId: newId(), bootIndex: 0, deleteOnTermination: true },
  },
  {
    ...{ id: newId(), sourceType: 'blank', destinationType: 'volume' },
    ...{ volumeSizeGb: 1, bootIndex: -1, deleteOnTermination: true },
  },
]

/** Boots a server; `before` is awaited before every message or call meanwhile, and `judge` checks the end. */
const bootHearing = async (
  before: (moment: string, remove: () => Promise<void>) => Promise<void>,
  judge: (cloud: Cloud, serverId: ServerId) => Promise<void>,
): Promise<void> => {
  const [only] = fakeHypervisor().hypervisors
  assert.ok(only)
  let booted: { readonly cloud: Cloud; readonly serverId: ServerId } | undefined
  const hear: Before = async (moment) => {
    if (booted === undefined) return
    const { cloud, serverId } = booted
    await before(moment, () => cloud.remove(serverId))
  }
  const driver = { ...only.driver, spawning: overheard('hypervisor', only.driver.spawning, hear) }
  await using cloud = await computeCloud([{ host: only.host, driver }], hear)
  const serverId = newId<ServerId>()
  booted = { cloud, serverId }
  await cloud.boot({ serverId, build: { blockDevices: disks() } })
  await cloud.settled()
  await judge(cloud, serverId)
}

const assertNothingLeft = async (cloud: Cloud, serverId: ServerId): Promise<void> => {
  const { databases, ports, allocations, attachments, volumes, state } = cloud
  const server = await cloud.server(serverId)
  if (server !== undefined) assert.deepEqual([server.vmState, server.taskState], ['deleted', null])
  assert.deepEqual(
    {
      ports: ports.size,
      allocations: allocations.size,
      attachments: attachments.size,
      volumes: volumes.size,
    },
    { ports: 0, allocations: 0, attachments: 0, volumes: 0 },
  )
  assert.equal(existsSync(join(state, 'instances', 'fake-1', serverId)), false, 'a directory is left')
  assert.deepEqual(await databases.api.selectFrom('build_requests').selectAll().execute(), [])
  const [mapping] = await databases.api.selectFrom('instance_mappings').selectAll().execute()
  assert.equal(mapping === undefined, server === undefined, 'a server that is in no cell has no mapping')
}

it('a server deleted at any moment of its build is gone with all its resources', async () => {
  const moments: string[] = []
  await bootHearing(
    async (moment) => void moments.push(moment),
    async (cloud, serverId) => {
      assert.equal((await cloud.server(serverId))?.vmState, 'active')
      assert.equal(cloud.volumes.size, 1)
    },
  )
  for (const word of [
    'call selectDestinations',
    'network createPort',
    'hypervisor spawn',
    'call buildFinished',
  ])
    assert.ok(moments.includes(word), `${word} is not among ${moments.join(', ')}`)

  for (const [index, moment] of moments.entries()) {
    let heard = 0
    await bootHearing(
      async (_moment, remove) => {
        heard += 1
        if (heard === index + 1) await remove()
      },
      async (cloud, serverId) => {
        // A slow host reports several changes in one message, so that this moment may not come.
        if (heard <= index) await cloud.remove(serverId)
        await cloud.settled()
        try {
          await assertNothingLeft(cloud, serverId)
        } catch (cause) {
          throw new Error(`deleted before "${moment}" (${index})`, { cause })
        }
      },
    )
  }
})
