import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { instances } from '../../src/db/servers/instances.ts'
import { requestSpecs } from '../../src/db/servers/request-specs.ts'
import { unshelveServerFlow } from '../../src/domain/flow-kinds.ts'
import { computeCloud, tinyFlavor } from './compute-cloud.ts'
import { type Before, overheard } from './overheard.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

const cellOf = ({ everyCell }: Cloud) => {
  const cell = everyCell.find(({ name }) => name === 'cell1')
  assert.ok(cell)
  return cell.db
}

/** Boots and shelves a server, which is offloaded then. */
const shelve = async (cloud: Cloud, serverId: ServerId): Promise<void> => {
  await cloud.boot({ serverId })
  await cloud.settled()
  const { id: imageId } = await cloud.clients.imageMaker.create(cloud.setup.ctx, { name: 'web-shelved' })
  await instances(cellOf(cloud), cloud.setup.clock).update(serverId, { taskState: 'shelving' })
  await cloud.operate(serverId, { kind: 'shelve', imageId })
  await cloud.settled()
  assert.equal((await cloud.server(serverId))?.vmState, 'shelved_offloaded')
}

/** Accepts a request to unshelve the server, as the API does. */
const unshelve = async (cloud: Cloud, serverId: ServerId): Promise<void> => {
  const { ctx, clock, databases } = cloud.setup
  const cell = cellOf(cloud)
  const image = (await requestSpecs(databases.api, clock).find(serverId))?.image
  await instances(cell, clock).update(serverId, { taskState: 'unshelving' })
  const wanted = { serverId, flavor: tinyFlavor, running: true, ignoreHosts: [], source: null }
  const input = { ...wanted, ...(image === undefined ? {} : { image }) }
  cloud.wake(await insertFlow(cell, unshelveServerFlow, { subject: serverId, input, ctx, clock }))
}

interface Heard {
  /** Whether the delete request reads the server before the unshelving begins, or only just before it deletes. */
  readonly looksFirst: boolean
  /** Awaited before every message or call while the server is unshelved; it may delete the server. */
  readonly before: (moment: string, remove: () => Promise<void>) => Promise<void>
}

/** Unshelves a server, which is deleted meanwhile; `judge` checks the end. */
const unshelveHearing = async (
  { looksFirst, before }: Heard,
  judge: (cloud: Cloud, serverId: ServerId, remove: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const [only] = fakeHypervisor().hypervisors
  assert.ok(only)
  let remove: (() => Promise<void>) | undefined
  const hear: Before = async (moment) => remove && before(moment, remove)
  const driver = { ...only.driver, spawning: overheard('hypervisor', only.driver.spawning, hear) }
  await using cloud = await computeCloud([{ host: only.host, driver }], hear)
  const serverId = newId<ServerId>()
  await shelve(cloud, serverId)
  if (looksFirst) {
    const acts = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const removed = cloud.remove(serverId, () => {
      looked.resolve()
      return acts.promise
    })
    await looked.promise
    remove = () => {
      acts.resolve()
      return removed
    }
  } else remove = () => cloud.remove(serverId)
  await unshelve(cloud, serverId)
  await cloud.settled()
  await judge(cloud, serverId, remove)
}

const assertNothingLeft = async (cloud: Cloud, serverId: ServerId): Promise<void> => {
  const { ports, allocations, images, state } = cloud
  const { vmState, taskState } = (await cloud.server(serverId)) ?? {}
  assert.deepEqual([vmState, taskState], ['deleted', null])
  assert.deepEqual([ports.size, allocations.size, images.size], [0, 0, 0])
  assert.equal(existsSync(join(state, 'instances', 'fake-1', serverId)), false, 'a directory is left')
}

const deletedAtEveryMoment = async (looksFirst: boolean): Promise<void> => {
  const moments: string[] = []
  const listen = async (moment: string) => void moments.push(moment)
  await unshelveHearing({ looksFirst: false, before: listen }, async (cloud, serverId) =>
    assert.equal((await cloud.server(serverId))?.vmState, 'active'),
  )
  for (const word of ['call selectDestinations', 'hypervisor spawn'])
    assert.ok(moments.includes(word), `${word} is not among ${moments.join(', ')}`)
  for (const [index, moment] of moments.entries()) {
    let heard = 0
    const before = async (_moment: string, remove: () => Promise<void>): Promise<void> => {
      heard += 1
      if (heard === index + 1) await remove()
    }
    await unshelveHearing({ looksFirst, before }, async (cloud, serverId, remove) => {
      // A slow host reports several changes in one message, so that this moment may not come.
      if (heard <= index) await remove()
      await cloud.settled()
      try {
        await assertNothingLeft(cloud, serverId)
      } catch (cause) {
        throw new Error(`deleted before "${moment}" (${index})`, { cause })
      }
    })
  }
}

describe('a server deleted at any moment of its unshelving is gone with all its resources', () => {
  it('if the delete request reads it at that moment', () => deletedAtEveryMoment(false))
  it('if the delete request read it earlier, without a host', () => deletedAtEveryMoment(true))
})
