import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { instances } from '../../src/db/servers/instances.ts'
import { computeCloud } from './compute-cloud.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

const recorded = async (cloud: Cloud, serverId: ServerId) =>
  (await cloud.server(serverId))?.networkInfo.map(({ portId, preexisting, tag, attaching }) => ({
    ...{ portId, preexisting, tag, attaching },
  }))

/** The user's own port, which the API records before the host binds it. */
const attachOwn = (cloud: Cloud, serverId: ServerId) => {
  const cell = cloud.everyCell.find(({ name }) => name === 'cell1')
  const [sample] = cloud.ports.values()
  assert.ok(cell && sample)
  const portId = newId()
  cloud.ports.set(portId, { ...sample, id: portId, device_id: '' })
  return {
    portId,
    record: async (): Promise<void> => {
      const before = (await cloud.server(serverId))?.networkInfo ?? []
      const [shown] = before
      assert.ok(shown)
      const entry = { ...shown, portId, preexisting: true, tag: 'mine', attaching: true }
      await instances(cell.db, cloud.setup.clock).update(serverId, { networkInfo: [...before, entry] })
    },
    bind: () => cloud.operate(serverId, { kind: 'attach-interface', portId, preexisting: true }),
  }
}

/** Has a host read the ports of its server; `before` is awaited before every message or call meanwhile. */
const lookingAtPorts = async (
  before: (moment: string, record: () => Promise<void>) => Promise<void>,
  judge: (cloud: Cloud, serverId: ServerId, own: ReturnType<typeof attachOwn>) => Promise<void>,
): Promise<void> => {
  const hypervisors = fakeHypervisor().hypervisors
  const [only] = hypervisors
  assert.ok(only)
  let record: (() => Promise<void>) | undefined
  await using cloud = await computeCloud(hypervisors, async (moment) => record && before(moment, record))
  const serverId = await cloud.boot()
  await cloud.settled()
  const own = attachOwn(cloud, serverId)
  record = own.record
  const { bus, ctx } = cloud.setup
  const events = [{ name: 'network-changed', serverId, status: 'completed' }]
  await rpcClient(bus, agentRpc).on(only.host).externalEvents(ctx, { events })
  await cloud.settled()
  record = undefined
  await judge(cloud, serverId, own)
}

describe('an interface that is attached while the host reads the ports of its server', () => {
  it('stays recorded as the user’s own port, with its tag', async () => {
    const moments: string[] = []
    await lookingAtPorts(
      async (moment) => void moments.push(moment),
      async () => {},
    )
    for (const word of ['cast externalEvents', 'call getServer', 'network ports', 'cast interfacesChanged'])
      assert.ok(moments.includes(word), `${word} is not among ${moments.join(', ')}`)
    for (const [index, moment] of moments.entries()) {
      let heard = 0
      const before = async (_moment: string, record: () => Promise<void>): Promise<void> => {
        heard += 1
        if (heard === index + 1) await record()
      }
      await lookingAtPorts(before, async (cloud, serverId, { portId, bind }) => {
        const find = async () => (await recorded(cloud, serverId))?.filter((one) => one.portId === portId)
        const entry = { portId, preexisting: true, tag: 'mine' }
        assert.deepEqual(
          await find(),
          [{ ...entry, attaching: true }],
          `recorded before "${moment}" (${index})`,
        )
        await bind()
        await cloud.settled()
        assert.deepEqual(await find(), [{ ...entry, attaching: undefined }])
      })
    }
  })
})
