import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { eventually } from '@nimbo/testing/eventually'
import { startTestNetwork, willingDriver, willingHost } from '../../../test/test-network.ts'

test('a host learns the tunnel addresses of hosts that come later', async () => {
  const learned: (readonly string[])[] = []
  const open = () => {
    const host = willingHost()
    return {
      ...host,
      wires: { ...host.wires, setPeers: async (peers: readonly string[]) => void learned.push(peers) },
    }
  }
  const driver = { ...willingDriver(open), configurations: { tunneling_ip: '192.0.2.1' } }
  await using cloud = await startTestNetwork({ driver })
  assert.deepEqual(learned.at(-1), [])

  const plugin = rpcClient(cloud.bus, networkPlugin).on()
  const { agentType, binary, vifType } = driver
  const report = (tunneling_ip: string) =>
    plugin.reportState(internalContext(), {
      ...{ host: 'host-2', agentType, binary, vifType, topic: 'q-agent', availabilityZone: 'nova' },
      ...{ configurations: { tunneling_ip }, startedAt: '2026-01-01T00:00:00Z' },
    })
  assert.deepEqual(await report('192.0.2.2'), { peers: ['192.0.2.1'] })
  await eventually(async () => assert.deepEqual(learned.at(-1), ['192.0.2.2']))
  const before = learned.length
  await report('192.0.2.2')
  await report('192.0.2.3')
  await eventually(async () => assert.deepEqual(learned.at(-1), ['192.0.2.3']))
  assert.equal(learned.length, before + 1, 'an address that is known is not sent again')
})
