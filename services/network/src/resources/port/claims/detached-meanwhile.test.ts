import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import type { OutgoingRequest } from '@nimbo/http/transport'
import { type Body, startTestNetwork } from '../../../../test/test-network.ts'

const server = '11111111-2222-4333-8444-555555555555'
const node = '22222222-2222-4333-8444-555555555555'
const device = '33333333-2222-4333-8444-555555555555'
const egress = 'NET_BW_EGR_KILOBIT_PER_SEC'

const nodeAlone = { [node]: { resources: { VCPU: 1 } } }
const withBandwidth = (kbps: number) => ({ ...nodeAlone, [device]: { resources: { [egress]: kbps } } })

type When = 'before the claim is read' | 'before it is written' | 'after it was written'

/** A fake placement with the claim of one server, which runs `meanwhile` once, during a change of that claim. */
const placementWith = (meanwhile: { readonly when: When; readonly run: () => Promise<void> }) => {
  const owner = { project_id: 'alpha', user_id: 'ada', consumer_type: 'INSTANCE' }
  let [held, generation]: [Body, number] = [{}, 1]
  let left = 1
  const now = async (when: When): Promise<void> => {
    if (when !== meanwhile.when || left === 0) return
    left -= 1
    await meanwhile.run()
  }
  const stale = { errors: [{ status: 409, title: 'Conflict', code: 'placement.concurrent_update' }] }
  return {
    held: () => held,
    set: (claim: object) => {
      held = claim
      generation += 1
    },
    answer: async ({ method, path, body }: OutgoingRequest) => {
      assert.equal(path, `/allocations/${server}`)
      if (method === 'GET') {
        await now('before the claim is read')
        return json(200, { allocations: held, ...owner, consumer_generation: generation })
      }
      await now('before it is written')
      const { allocations, consumer_generation } = JSON.parse(String(body))
      if (consumer_generation !== generation) return json(409, stale)
      held = allocations
      generation += 1
      await now('after it was written')
      return json(204, undefined)
    },
  }
}

/** A server with two ports of 1 Mbit/s each, the first of which Nova detaches, at that moment of a change of policy. */
const startStory = async (when: When) => {
  const meanwhile = { when, run: async () => {} }
  const placement = placementWith(meanwhile)
  const cloud = await startTestNetwork({ placement: placement.answer })
  const { admin, nova } = cloud
  const made = async (path: string, key: string, wish: object): Promise<Body> => {
    const { status, body } = await admin.post(`/v2.0/${path}`, { [key]: wish })
    assert.equal(status, 201, JSON.stringify(body))
    return body[key]
  }
  const policyWith = async (min_kbps: number): Promise<string> => {
    const { id } = await made('qos/policies', 'policy', { name: `${min_kbps}` })
    const key = 'minimum_bandwidth_rule'
    await made(`qos/policies/${id}/${key}s`, key, { min_kbps, direction: 'egress' })
    return id
  }
  const shown = async (id: string): Promise<Body> => (await admin.get(`/v2.0/ports/${id}`)).body.port
  const tell = async (id: string, changes: object): Promise<void> => {
    const { status, body } = await nova.put(`/v2.0/ports/${id}`, { port: changes })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const attached = async (parts: object): Promise<string> => {
    const { id, resource_request } = await made('ports', 'port', parts)
    const [group] = resource_request.request_groups
    const profile = { 'binding:profile': { allocation: { [group.id]: device } } }
    await tell(id, { device_id: server, device_owner: 'compute:nova', ...profile })
    return id
  }
  const [few, many] = [await policyWith(1000), await policyWith(2000)]
  const { id: network_id } = await made('networks', 'network', { qos_policy_id: few })
  return {
    ...{ many, network_id, placement, shown, admin, attached },
    /** A port with a policy of its own, or with that of its network. */
    ports: async (parts: object = { qos_policy_id: few }) => {
      const [port, other] = [
        await attached({ network_id, ...parts }),
        await attached({ network_id, qos_policy_id: few }),
      ]
      placement.set(withBandwidth(2000))
      meanwhile.run = async () => {
        await tell(port, { device_id: '', device_owner: '', 'binding:profile': {} })
        placement.set(withBandwidth(1000))
      }
      return { port, other }
    },
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}

for (const when of [
  'before the claim is read',
  'before it is written',
  'after it was written',
] satisfies When[]) {
  test(`a port that is detached while its QoS policy changes, ${when}, claims no bandwidth`, async () => {
    await using story = await startStory(when)
    const { placement, many, shown, admin } = story
    const { port } = await story.ports()
    const { status } = await admin.put(`/v2.0/ports/${port}`, { port: { qos_policy_id: many } })
    assert.equal(status, 200)
    assert.deepEqual(placement.held(), withBandwidth(1000), 'only the bandwidth of the other port is claimed')
    const { qos_policy_id, device_id, 'binding:profile': profile } = await shown(port)
    assert.deepEqual([qos_policy_id, device_id, profile], [many, '', {}])
  })

  test(`a port that is detached while its network’s QoS policy changes, ${when}, claims no bandwidth`, async () => {
    await using story = await startStory(when)
    const { placement, many, network_id, shown, admin } = story
    const { port, other } = await story.ports({})
    const change = { network: { qos_policy_id: many } }
    assert.equal((await admin.put(`/v2.0/networks/${network_id}`, change)).status, 200)
    assert.deepEqual(placement.held(), withBandwidth(1000))
    assert.deepEqual((await shown(port))['binding:profile'], {})
    assert.ok(
      'allocation' in (await shown(other))['binding:profile'],
      'the other port, with its own policy, keeps its allocation',
    )
  })
}

test('a refused change of a port’s QoS policy leaves the claim in placement unchanged', async () => {
  await using story = await startStory('after it was written')
  const { placement, many, network_id, admin } = story
  const port = await story.attached({ network_id })
  placement.set(withBandwidth(1000))
  const changes = { qos_policy_id: many, security_groups: [server] }
  assert.equal((await admin.put(`/v2.0/ports/${port}`, { port: changes })).status, 404)
  assert.deepEqual(placement.held(), withBandwidth(1000))
})
