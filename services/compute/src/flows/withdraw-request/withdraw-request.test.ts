import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { survivesCrashes, survivesOutages, survivesRepeats } from '@nimbo/durable/test-aids'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { instances } from '../../db/servers/instances.ts'
import { madeForImage } from '../../domain/images/made-for-image.ts'
import type { MadeForRequest } from '../../domain/server-actions/operations.ts'
import { withdrawRequest } from './withdraw-request.ts'

const serverId = newId<ServerId>()
const [volumeId, imageId] = [newId(), newId()]

/** `made` creates what a request had created before its process died; `left` asserts what the flow leaves of it. */
interface Case {
  readonly made: (on: ServerOnHost) => Promise<unknown>
  readonly left: (on: ServerOnHost) => unknown
}

const attachment: Case = {
  made: ({ deps }) => deps.volume.createAttachment(ctx, volumeId, serverId),
  left: ({ attachments }) => assert.equal(attachments.size, 0),
}

/** A block device of the server has the attachment: it is recorded, and must stay. */
const attachmentOfDisk: Case = {
  made: async ({ deps, cell }) => {
    const { id } = await deps.volume.createAttachment(ctx, volumeId, serverId)
    const disk = { id: newId(), sourceType: 'volume', destinationType: 'volume', volumeId } as const
    const more = { attachmentId: id, deleteOnTermination: false }
    await blockDevices(cell, deps.clock).insert(serverId, [{ ...disk, ...more }])
  },
  left: ({ attachments }) => assert.equal(attachments.size, 1),
}

const port: Case = {
  made: ({ deps }) => deps.network.createPort(ctx, { device_id: serverId }),
  // Only the port recorded in the interfaces of the server.
  left: async ({ ports, server }) =>
    assert.deepEqual(
      [...ports.keys()],
      (await server())?.networkInfo.map(({ portId }) => portId),
    ),
}

/** A port of the server that is not recorded in its interfaces. */
const unrecordedPort: Case = {
  made: ({ cell, deps }) => instances(cell, deps.clock).update(serverId, { networkInfo: [] }),
  left: ({ ports }) => assert.equal(ports.size, 0),
}

const image: Case = {
  made: ({ deps }) => deps.imageMaker.create(ctx, { id: imageId }),
  left: ({ images }) => assert.equal(images.size, 0),
}

/** Of two snapshots, one belongs to another image and must stay. */
const volumeImage = (status: string): Case => ({
  made: async ({ deps, snapshots }) => {
    await deps.imageMaker.create(ctx, { id: imageId })
    for (const made of [imageId, newId()]) {
      const wanted = { volumeId, name: 'snapshot for copy', metadata: { [madeForImage]: made } }
      const { id } = await deps.volumeSources.createSnapshot(ctx, wanted)
      snapshots.set(id, { id, status, size: 1, volume_id: volumeId, metadata: wanted.metadata })
    }
  },
  left: ({ images, snapshots }) => assert.deepEqual([images.size, snapshots.size], [0, 1]),
})

/** The guest is frozen for the snapshots, and the server shows that. */
const frozenImage: Case = {
  made: async (on) => {
    await volumeImage('available').made(on)
    await instances(on.cell, on.deps.clock).update(serverId, { taskState: 'image_snapshot' })
    await on.driver.quiesces?.freeze(serverId)
  },
  left: async (on) => {
    await volumeImage('available').left(on)
    assert.equal((await on.server())?.taskState, null)
    assert.match(await on.driver.consoles.consoleOutput(serverId, 2_000), /file systems thawed\n?$/)
  },
}

const cases: readonly (readonly [string, MadeForRequest, Case])[] = [
  ['the reservation of a volume', { kind: 'attachment', volumeId }, attachment],
  ['no reservation that a disk needs', { kind: 'attachment', volumeId }, attachmentOfDisk],
  ['no port that the server has', { kind: 'port', known: [] }, port],
  ['a port that the server does not know', { kind: 'port', known: [] }, unrecordedPort],
  ['an image', { kind: 'image', imageId }, image],
  ['an image with its snapshots', { kind: 'volume-image', imageId }, volumeImage('available')],
  ['an image, and thaws the guest', { kind: 'volume-image', imageId, frozen: true }, frozenImage],
]

const trialOf = (made: MadeForRequest, { made: make, left }: Case) => ({
  flow: withdrawRequest,
  input: { serverId, made },
  subject: serverId,
  ctx,
  world: async ({ clock }: { readonly clock: Clock }) => {
    const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
    assert.ok(only)
    const on = await serverOnHost(only.driver, { clock, serverId, action: 'attach_volume' })
    await make(on)
    return {
      ...{ db: on.cell as never, deps: on.deps, close: on.close },
      assertWhole: () => left(on),
      assertClean: () => left(on),
    }
  },
})

/** A port of the user’s own, attached to the server or detached from it in the order in which the API and the host do it. */
const ownPort = (on: ServerOnHost) => {
  const { cell, deps, ports, server } = on
  const id = newId()
  const bindTo = (device_id: string) => deps.network.updatePort(ctx, id, { device_id })
  const record = async (known: boolean): Promise<void> => {
    const before = (await server())?.networkInfo ?? []
    const [sample] = before
    assert.ok(sample)
    const without = before.filter(({ portId }) => portId !== id)
    const networkInfo = known ? [...without, { ...sample, portId: id, preexisting: true }] : without
    await instances(cell, deps.clock).update(serverId, { networkInfo })
  }
  const [sample] = ports.values()
  assert.ok(sample)
  ports.set(id, { ...sample, id, device_id: '' })
  return {
    id,
    attach: async (): Promise<void> => {
      await record(true)
      await bindTo(serverId)
    },
    detach: async (): Promise<void> => {
      await bindTo('')
      await record(false)
    },
  }
}

/** The user attaches or detaches her port before or after the ports are listed for the first or the second time. */
const meanwhile = (does: 'attach' | 'detach', place: 'before' | 'after', listing: number) => {
  const trial = trialOf({ kind: 'port', known: [] }, port)
  return {
    ...trial,
    world: async (tools: { readonly clock: Clock }) => {
      const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
      assert.ok(only)
      const on = await serverOnHost(only.driver, { ...tools, serverId, action: 'attach_interface' })
      const own = ownPort(on)
      if (does === 'detach') await own.attach()
      const { network } = on.deps
      let listings = 0
      const ports: typeof network.ports = async (...asked) => {
        listings += 1
        const isNow = listings === listing
        if (isNow && place === 'before') await own[does]()
        const listed = await network.ports(...asked)
        if (isNow && place === 'after') await own[does]()
        return listed
      }
      const assertKept = () => assert.ok(on.ports.has(own.id), 'the user’s own port is gone')
      return {
        ...{ db: on.cell as never, deps: { ...on.deps, network: { ...network, ports } }, close: on.close },
        ...{ assertWhole: assertKept, assertClean: assertKept },
      }
    },
  }
}

describe('the flow withdraw-request removes', () => {
  for (const [what, made, story] of cases)
    it(what, async () => {
      const trial = trialOf(made, story)
      await survivesRepeats(trial)
      await survivesCrashes(trial)
      await survivesOutages(trial)
    })

  it('the snapshots of an image once they are complete', async () => {
    await survivesOutages(trialOf({ kind: 'volume-image', imageId }, volumeImage('creating')))
  })

  for (const does of ['attach', 'detach'] as const)
    for (const place of ['before', 'after'] as const)
      for (const listing of [1, 2])
        it(`no port that its user ${does}es ${place} listing ${listing} of the ports`, async () => {
          await survivesRepeats(meanwhile(does, place, listing))
        })
})
