import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, startTestNetwork, type TestNetwork } from './test-network.ts'

let cloud: TestNetwork
before(async () => {
  cloud = await startTestNetwork({ routed: true })
})
after(() => cloud[Symbol.asyncDispose]())

/** Creates a resource as admin and returns its path. */
const made = async (path: string, key: string, wish: object): Promise<string> => {
  const { status, body } = await cloud.admin.post(`/v2.0/${path}`, { [key]: wish })
  assert.equal(status, 201, JSON.stringify(body))
  return `/v2.0/${path}/${body[key].id}`
}

const idOf = (path: string): string => path.split('/').at(-1) ?? ''

const network = (wish: object = {}) => made('networks', 'network', wish)

const external = async (): Promise<string> => {
  const path = await network({ 'router:external': true })
  await made('subnets', 'subnet', { network_id: idOf(path), cidr: '203.0.113.0/24', ip_version: 4 })
  return path
}

const port = async () => made('ports', 'port', { network_id: idOf(await network()) })

const segment = async (): Promise<string> => {
  const wire = { 'provider:network_type': 'vxlan', 'provider:segmentation_id': 77 }
  const path = await network(wire)
  const { body } = await cloud.admin.get(`/v2.0/segments?network_id=${idOf(path)}`)
  return `/v2.0/segments/${body.segments[0].id}`
}

/** One resource of each kind that has tags. */
const kinds: Readonly<Record<string, () => Promise<string>>> = {
  networks: network,
  subnets: async () =>
    made('subnets', 'subnet', { network_id: idOf(await network()), cidr: '10.9.0.0/24', ip_version: 4 }),
  ports: port,
  'security-groups': () => made('security-groups', 'security_group', { name: 'web' }),
  subnetpools: () => made('subnetpools', 'subnetpool', { name: 'pool', prefixes: ['10.8.0.0/16'] }),
  'qos/policies': () => made('qos/policies', 'policy', { name: 'gold' }),
  trunks: async () => made('trunks', 'trunk', { port_id: idOf(await port()) }),
  network_segment_ranges: () =>
    made('network_segment_ranges', 'network_segment_range', {
      ...{ name: 'own', network_type: 'vxlan', shared: true, minimum: 5000, maximum: 5100 },
    }),
  routers: () => made('routers', 'router', { name: 'edge' }),
  floatingips: async () => made('floatingips', 'floatingip', { floating_network_id: idOf(await external()) }),
  segments: segment,
}

/** Whether a resource with the tags blue, green, red and white is in the list that a query filters by tags. */
const queries: Readonly<Record<string, number>> = {
  'tags=red,blue': 1,
  'tags=red,black': 0,
  'tags-any=red,black': 1,
  'tags-any=black': 0,
  'not-tags=red,black': 1,
  'not-tags=red,blue': 0,
  'not-tags-any=black': 1,
  'not-tags-any=red,black': 0,
}

for (const [kind, make] of Object.entries(kinds))
  test(`the tags of ${kind} are set, added, shown, filtered by and deleted, and change the revision`, async () => {
    const { admin } = cloud
    const path = await make()
    const tags = `${path}/tags`
    const shown = async () => Object.values((await admin.get(path)).body)[0] as Body
    const found = async (query: string): Promise<readonly Body[]> =>
      Object.values((await admin.get(`/v2.0/${kind}?id=${idOf(path)}&${query}`)).body)[0] as readonly Body[]
    const made = (await shown()).revision_number
    const listed = async () => (await admin.get(tags)).body.tags.toSorted()
    assert.deepEqual((await admin.put(tags, { tags: ['blue', 'green'] })).body.tags.toSorted(), [
      'blue',
      'green',
    ])
    assert.equal((await admin.put(`${tags}/red`, undefined)).status, 201)
    assert.equal((await admin.post(tags, { tags: ['red', 'white'] })).status, 200)
    assert.deepEqual(await listed(), ['blue', 'green', 'red', 'white'])
    const { revision_number: tagged, tags: all } = await shown()
    assert.deepEqual(all.toSorted(), ['blue', 'green', 'red', 'white'])
    assert.ok(tagged > made, `${made} ${tagged}`)
    for (const [query, count] of Object.entries(queries))
      assert.equal((await found(query)).length, count, query)
    assert.equal((await admin.get(`${tags}/red`)).status, 204)
    assert.equal((await admin.delete(`${tags}/red`)).status, 204)
    assert.equal((await admin.get(`${tags}/red`)).status, 404)
    assert.equal((await admin.delete(tags)).status, 204)
    assert.deepEqual(await listed(), [])
    assert.ok((await shown()).revision_number > tagged)
    assert.equal((await found('tags=blue')).length, 0)
  })
