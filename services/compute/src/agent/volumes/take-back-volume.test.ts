import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { fakeServices } from '../../../test/cloud/fake-services.ts'
import type { Conductor } from '../agent-context.ts'
import { sampleHostedServer } from '../hosted-server.testing.ts'
import { takeBackVolume } from './take-back-volume.ts'

const ctx = internalContext()
const serverId = newId<ServerId>()
const diskId = newId()

interface Story {
  /** The server as the conductor describes it; `attached` is the id of the attachment that the host made. */
  readonly server: (attached: string) => HostedServer | undefined
  readonly sourceType?: 'volume' | 'blank'
  readonly madeAttachment?: boolean
}

/** A host attached a volume, and its build failed; gives the attachments and volumes that are left after cleanup. */
const takenBack = async ({ server, sourceType = 'volume', madeAttachment = true }: Story) => {
  const { clients, volumes, attachments } = fakeServices()
  const { volume } = clients
  const { id: volumeId } = await volume.create(ctx, { size: 1 })
  const { id: attachmentId } = await volume.createAttachment(ctx, volumeId, serverId)
  const told = server(attachmentId)
  const conductor = { getServer: async () => (told === undefined ? {} : { server: told }) }
  const deps = { clock: systemClock, volume, conductor: conductor as unknown as Conductor }
  const disk = { id: diskId, device: '/dev/vdb', volumeId, attachmentId, connectionInfo: {} }
  await takeBackVolume(deps)(ctx, serverId, { asked: { sourceType }, disk, madeAttachment })
  return { attachments: [...attachments.values()].map(({ status }) => status), volumes: volumes.size }
}

const serverWith = (attachmentId: string | undefined, parts: Partial<HostedServer>): HostedServer =>
  sampleHostedServer({
    id: serverId,
    disks: [
      {
        ...{ id: diskId, sourceType: 'volume', destinationType: 'volume', deleteOnTermination: false },
        ...(attachmentId === undefined ? {} : { attachmentId }),
      },
    ],
    ...parts,
  })

describe('a host that cleans up after a failed build', () => {
  it('leaves alone an attachment that the conductor has recorded, wherever the server is by now', async () => {
    for (const where of [
      { host: 'host-1' },
      { host: 'host-1', taskState: 'scheduling' },
      { host: 'host-2' },
      { host: null, taskState: null },
    ])
      assert.deepEqual(await takenBack({ server: (attached) => serverWith(attached, where) }), {
        attachments: ['reserved'],
        volumes: 1,
      })
  })

  it('deletes an unrecorded attachment that it made itself, but not one made before', async () => {
    const server = () => serverWith(undefined, { host: 'host-2' })
    assert.deepEqual(await takenBack({ server }), { attachments: [], volumes: 1 })
    assert.deepEqual(await takenBack({ server, madeAttachment: false }), {
      attachments: ['reserved'],
      volumes: 1,
    })
  })

  it('frees all it holds for a server that is gone or given up, but keeps volumes of the user', async () => {
    const gone = [
      () => undefined,
      (attached: string) => serverWith(attached, { host: null, vmState: 'error' }),
      (attached: string) => serverWith(attached, { host: null, taskState: 'scheduling' }),
    ]
    for (const server of gone) {
      assert.deepEqual(await takenBack({ server }), { attachments: [], volumes: 1 })
      const made = await takenBack({ server, sourceType: 'blank', madeAttachment: false })
      assert.deepEqual(made, { attachments: [], volumes: 0 })
    }
  })
})
