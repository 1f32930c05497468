import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, startTestNetwork, type TestNetwork } from './test-network.ts'

let cloud: TestNetwork
before(async () => {
  cloud = await startTestNetwork({ routed: true })
})
after(() => cloud[Symbol.asyncDispose]())

const made = async (path: string, key: string, wish: object): Promise<Body> => {
  const { status, body } = await cloud.admin.post(`/v2.0/${path}`, { [key]: wish })
  assert.equal(status, 201, JSON.stringify(body))
  return body[key]
}

const shown = async (path: string, key: string): Promise<Body> => {
  const { status, body } = await cloud.admin.get(`/v2.0/${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body[key]
}

const changed = async (path: string, key: string, change: object): Promise<Body> => {
  const { status, body } = await cloud.admin.put(`/v2.0/${path}`, { [key]: change })
  assert.equal(status, 200, JSON.stringify(body))
  return body[key]
}

/** A rule of each kind, and a change of it. */
const rules: Readonly<Record<string, readonly [object, object]>> = {
  bandwidth_limit: [{ max_kbps: 1000 }, { max_kbps: 2000 }],
  dscp_marking: [{ dscp_mark: 26 }, { dscp_mark: 8 }],
  minimum_bandwidth: [{ min_kbps: 100 }, { min_kbps: 200 }],
  packet_rate_limit: [{ max_kpps: 300 }, { max_kpps: 400 }],
  minimum_packet_rate: [{ min_kpps: 5 }, { min_kpps: 6 }],
}

for (const [kind, [wish, change]] of Object.entries(rules))
  test(`a ${kind} rule is shown, changed and deleted below its policy and by its id alone`, async () => {
    const policy = await made('qos/policies', 'policy', { name: kind })
    const key = `${kind}_rule`
    const below = `qos/policies/${policy.id}/${key}s`
    const rule = await made(below, key, wish)
    assert.deepEqual(await shown(`${below}/${rule.id}`, key), rule)
    assert.deepEqual(await shown(below, `${key}s`), [rule])
    assert.deepEqual(await changed(`${below}/${rule.id}`, key, change), { ...rule, ...change })
    assert.equal((await cloud.admin.delete(`/v2.0/${below}/${rule.id}`)).status, 204)
    assert.deepEqual(await shown(below, `${key}s`), [])
    // This kind has no alias path.
    if (kind === 'packet_rate_limit') return
    const { id } = await made(below, key, wish)
    const alone = `qos/alias_${key}s/${id}`
    const alias = `alias_${key}`
    assert.equal((await shown(alone, alias)).id, id)
    const [[name, value]] = Object.entries(change) as [[string, unknown]]
    assert.equal((await changed(alone, alias, change))[name], value)
    assert.equal((await cloud.admin.delete(`/v2.0/${alone}`)).status, 204)
    assert.deepEqual(await shown(below, `${key}s`), [])
  })

test('a flavor is renamed, and the profiles of flavors are listed', async () => {
  const flavor = await made('flavors', 'flavor', { name: 'small', service_type: 'L3_ROUTER_NAT' })
  assert.equal((await changed(`flavors/${flavor.id}`, 'flavor', { name: 'tiny' })).name, 'tiny')
  const profile = await made('service_profiles', 'service_profile', { metainfo: '{}' })
  assert.deepEqual(await shown('service_profiles', 'service_profiles'), [profile])
})

test('a default security group rule is shown by its id', async () => {
  const [rule] = await shown('default-security-group-rules', 'default_security_group_rules')
  assert.deepEqual(
    await shown(`default-security-group-rules/${rule.id}`, 'default_security_group_rule'),
    rule,
  )
})

test('a conntrack helper of a router is shown by its id', async () => {
  const router = await made('routers', 'router', { name: 'edge' })
  const path = `routers/${router.id}/conntrack_helpers`
  const helper = await made(path, 'conntrack_helper', { protocol: 'udp', port: 69, helper: 'tftp' })
  assert.deepEqual(await shown(`${path}/${helper.id}`, 'conntrack_helper'), helper)
})

test('resources, extensions, availability zones and the quotas of projects are listed', async () => {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  assert.ok(names(await shown('', 'resources')).includes('network'))
  assert.equal((await shown('extensions/router', 'extension')).alias, 'router')
  assert.equal((await cloud.admin.get('/v2.0/extensions/none')).status, 404)
  assert.deepEqual([...new Set(names(await shown('availability_zones', 'availability_zones')))], ['nova'])
  assert.equal((await cloud.admin.put('/v2.0/quotas/alpha', { quota: { network: 3 } })).status, 200)
  const quotas = await shown('quotas', 'quotas')
  assert.deepEqual(
    quotas.map(({ project_id, network }: Body) => [project_id, network]),
    [['alpha', 3]],
  )
  const { body } = await cloud.member.get('/v2.0/quotas/tenant')
  assert.equal(body.tenant.tenant_id, 'alpha')
  assert.deepEqual((await cloud.member.get('/v2.0/quotas/project')).body, {
    project: { project_id: 'alpha' },
  })
})
