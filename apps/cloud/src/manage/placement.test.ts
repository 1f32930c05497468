import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openSecrets } from '@nimbo/cloud/secrets'
import { signIn } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import type { Outcome } from './managed-cells.testing.ts'
import { eventually } from '@nimbo/testing/eventually'
import { type OperatedCloud, operatedCloud } from './operated-cloud.testing.ts'

const resources = { VCPU: 1, MEMORY_MB: 64, DISK_GB: 1 }

let operated: OperatedCloud
let imageRef: string
let flavorRef: string

const admin = () => operated.cloud.admin

const providerOf = async (host: string): Promise<string> =>
  (await admin().placement.get(`/resource_providers?name=${host}`)).body.resource_providers[0].uuid

const heldBy = async (consumer: string) => (await admin().placement.get(`/allocations/${consumer}`)).body

/** What a consumer holds, by provider. */
const amountsOf = async (consumer: string): Promise<Record<string, object>> =>
  Object.fromEntries(
    Object.entries<{ resources: object }>((await heldBy(consumer)).allocations).map(([id, held]) => [
      id,
      held.resources,
    ]),
  )

const boot = async (host: string, more: object = {}): Promise<string> => {
  const order = { imageRef, flavorRef, availability_zone: `nova:${host}`, ...more }
  const id = await bootServer(admin(), order)
  await serverInStatus(admin(), id, 'ACTIVE')
  await operated.cloud.settled()
  return id
}

const claim = async (
  consumer: string,
  allocations: Readonly<Record<string, object>>,
  type = 'INSTANCE',
): Promise<void> => {
  const { consumer_generation = null } = await heldBy(consumer)
  const { status, body } = await admin().placement.put(`/allocations/${consumer}`, {
    ...{ allocations, consumer_generation, consumer_type: type },
    ...{ project_id: admin().projectId, user_id: admin().userId },
  })
  assert.equal(status, 204, JSON.stringify(body))
}

const release = async (consumer: string): Promise<void> => {
  assert.equal((await admin().placement.delete(`/allocations/${consumer}`)).status, 204)
}

/** Changes the flavor that is stored with a server. */
const changeFlavor = async (id: string, change: object): Promise<void> => {
  const stored = operated.cell.selectFrom('instances').select('flavor').where('id', '=', id)
  const flavor = JSON.stringify({ ...JSON.parse((await stored.executeTakeFirstOrThrow()).flavor), ...change })
  await operated.cell.updateTable('instances').set({ flavor }).where('id', '=', id).execute()
}

const vcpusAre = (id: string, vcpus: number): Promise<void> => changeFlavor(id, { vcpus })

const ended = ({ code, complained }: Outcome) => ({ code, complained })
const silently = (code: number) => ({ code, complained: '' })

before(async () => {
  operated = await operatedCloud({
    hosts: 2,
    environment: { OS_LINUX_BRIDGE__RESOURCE_PROVIDER_BANDWIDTHS: 'rp_tunnelled:2500:2500' },
  })
  imageRef = await makeImage(admin())
  flavorRef = await makeFlavor(admin())
})
after(() => operated[Symbol.asyncDispose]())

describe('nimbo manage placement heal_allocations', () => {
  const heal = (...words: readonly string[]) => operated.manage('placement', 'heal_allocations', ...words)

  it('claims what servers use on their hosts and do not hold, at most --max-count of them', async () => {
    const [first, second, tidy] = [await boot('fake-1'), await boot('fake-2'), await boot('fake-2')]
    assert.deepEqual(await heal(), { code: 4, said: '', complained: '' })
    await release(first)
    await release(second)
    const dry = await heal('--dry-run', '--verbose')
    assert.equal(dry.code, 4, dry.complained)
    assert.match(
      dry.said,
      new RegExp(`\\[dry-run\\] Would create allocations of server ${first}: .*"VCPU":1`),
    )
    assert.deepEqual(await amountsOf(first), {})
    assert.deepEqual(ended(await heal('--max-count', '1')), silently(1))
    assert.deepEqual(await amountsOf(first), { [await providerOf('fake-1')]: resources })
    assert.deepEqual(await amountsOf(second), {})
    const rest = await heal('--verbose')
    assert.equal(rest.code, 0)
    assert.match(rest.said, new RegExp(`^Created the allocations of server ${second}: `, 'm'))
    assert.match(rest.said, new RegExp(`^Server ${tidy} has its allocations\\.$`, 'm'))
    assert.match(rest.said, /^1 servers were healed\.$/m)
    assert.deepEqual(await amountsOf(second), { [await providerOf('fake-2')]: resources })
    const { project_id, user_id, consumer_type } = await heldBy(second)
    const { projectId, userId } = admin()
    assert.deepEqual([project_id, user_id, consumer_type], [projectId, userId, 'INSTANCE'])
  })

  it('gives allocations to the owner of their server, and leaves servers with a task alone', async () => {
    const id = await boot('fake-1')
    const { consumer_generation } = await heldBy(id)
    const wrong = { project_id: 'nobody', user_id: 'nobody', consumer_type: 'INSTANCE' }
    const allocations = { [await providerOf('fake-1')]: { resources } }
    await admin().placement.put(`/allocations/${id}`, { allocations, consumer_generation, ...wrong })
    const taskIs = (task_state: 'rebooting' | null) =>
      operated.cell.updateTable('instances').set({ task_state }).where('id', '=', id).execute()
    await taskIs('rebooting')
    assert.deepEqual(ended(await heal('--instance', id)), silently(4))
    assert.equal((await heldBy(id)).project_id, 'nobody')
    await taskIs(null)
    assert.deepEqual(ended(await heal('--instance', id)), silently(0))
    assert.equal((await heldBy(id)).project_id, admin().projectId)
  })

  it('replaces wrong amounts of one server only with --force', async () => {
    const id = await boot('fake-1')
    const provider = await providerOf('fake-1')
    await claim(id, { [provider]: { resources: { VCPU: 2 } } })
    assert.deepEqual(ended(await heal('--instance', id)), silently(4))
    assert.deepEqual(await amountsOf(id), { [provider]: { VCPU: 2 } })
    assert.deepEqual(ended(await heal('--instance', id, '--force')), silently(0))
    assert.deepEqual(await amountsOf(id), { [provider]: resources })
  })

  it('finds the provider of a port with minimum bandwidth, and tells the port, unless ports are skipped', async () => {
    const { network, placement } = admin()
    await eventually(async () => {
      const { body } = await placement.get('/traits?name=in:CUSTOM_NETWORK_TUNNEL_PROVIDER')
      assert.equal(body.traits.length, 1)
      const { resource_providers } = (
        await placement.get('/resource_providers?resources=NET_BW_EGR_KILOBIT_PER_SEC:2000')
      ).body
      assert.equal(resource_providers.length, 2)
    })
    const policy = (await network.post('/v2.0/qos/policies', { policy: { name: 'promised' } })).body.policy
    const rule = { minimum_bandwidth_rule: { min_kbps: 1000, direction: 'egress' } }
    await network.post(`/v2.0/qos/policies/${policy.id}/minimum_bandwidth_rules`, rule)
    const net = (await network.post('/v2.0/networks', { network: { name: 'lan' } })).body.network
    const cidr = { network_id: net.id, cidr: '10.9.0.0/24', ip_version: 4 }
    await network.post('/v2.0/subnets', { subnet: cidr })
    const wanted = { port: { network_id: net.id, qos_policy_id: policy.id } }
    const port = (await network.post('/v2.0/ports', wanted)).body.port
    const profileOf = async () =>
      (await network.get(`/v2.0/ports/${port.id}`)).body.port['binding:profile'].allocation
    const order = { imageRef, flavorRef, name: 'web', networks: [{ port: port.id }] }
    const made = await admin().compute.post(
      '/servers',
      { server: order },
      { 'openstack-api-version': 'compute 2.72' },
    )
    const { id } = made.body.server
    await serverInStatus(admin(), id, 'ACTIVE')
    await operated.cloud.settled()
    const [held, told] = [await amountsOf(id), await profileOf()]
    assert.equal(Object.keys(held).length, 2)
    const asNova = await signIn(operated.cloud.url, {
      ...{ username: 'nova', project: 'service' },
      password: (await openSecrets(operated.cloud.state.file('secrets.json'))).get('nova-password'),
    })
    const forget = async () => {
      const profile = { port: { 'binding:profile': {} } }
      assert.equal((await asNova.network.put(`/v2.0/ports/${port.id}`, profile)).status, 200)
    }
    await forget()
    await release(id)
    assert.deepEqual(ended(await heal('--instance', id, '--skip-port-allocations')), silently(0))
    assert.equal(Object.keys(await amountsOf(id)).length, 1)
    assert.equal(await profileOf(), undefined)
    assert.deepEqual(ended(await heal('--instance', id)), silently(0))
    assert.deepEqual([await amountsOf(id), await profileOf()], [held, told])

    // A port that was told its provider forgets it when placement refuses the rest.
    await forget()
    await release(id)
    await vcpusAre(id, 100_000)
    const unclaimed = await heal('--instance', id)
    assert.equal(unclaimed.code, 3)
    assert.match(unclaimed.complained, /cannot be written/)
    assert.deepEqual([await amountsOf(id), await profileOf()], [{}, undefined])
    await vcpusAre(id, 1)

    // What does not fit any more leaves port and allocations as they are.
    const [device = ''] = Object.keys(held).filter(
      (provider) => 'NET_BW_EGR_KILOBIT_PER_SEC' in (held[provider] ?? {}),
    )
    const glutton = randomUUID()
    await claim(glutton, { [device]: { resources: { NET_BW_EGR_KILOBIT_PER_SEC: 2000 } } })
    const refused = await heal('--instance', id)
    assert.equal(refused.code, 3)
    assert.match(refused.complained, new RegExp(`too little left for port ${port.id}`))
    assert.deepEqual([await amountsOf(id), await profileOf()], [{}, undefined])
    await release(glutton)
    assert.deepEqual(ended(await heal('--instance', id)), silently(0))
  })

  it('exits with 2 for an unknown node, 3 if there is no room, and 8 for devices', async () => {
    const id = await boot('fake-1')
    const held = await amountsOf(id)
    await release(id)
    const nodeIs = (node: string) =>
      operated.cell.updateTable('instances').set({ node }).where('id', '=', id).execute()
    await nodeIs('attic')
    const lost = await heal('--instance', id)
    assert.equal(lost.code, 2)
    assert.match(lost.complained, /node attic of host fake-1, which has no compute node record/)
    await nodeIs('fake-1')
    await vcpusAre(id, 100_000)
    const full = await heal('--instance', id)
    assert.equal(full.code, 3)
    assert.match(full.complained, new RegExp(`^nimbo: The allocations of server ${id} cannot be written: `))
    assert.deepEqual(await amountsOf(id), {})
    await vcpusAre(id, 1)
    assert.deepEqual(ended(await heal('--instance', id)), silently(0))
    assert.deepEqual(await amountsOf(id), held)

    await changeFlavor(id, { extraSpecs: { 'resources:VGPU': '1' } })
    assert.equal((await heal('--instance', id)).code, 8)
    await changeFlavor(id, { extraSpecs: {} })
  })

  it('exits with 127 for invalid options, unknown servers and unknown cells', async () => {
    const nobody = randomUUID()
    for (const words of [
      ['--instance', nobody, '--cell', nobody],
      ['--force'],
      ['--max-count', '0'],
      ['--max-count', 'many'],
      ['--instance', nobody],
      ['--cell', nobody],
    ])
      assert.equal((await heal(...words)).code, 127, words.join(' '))
  })
})

describe('nimbo manage placement audit', () => {
  const audit = (...words: readonly string[]) => operated.manage('placement', 'audit', ...words)

  it('finds and deletes what neither a server nor a migration accounts for, and nothing else', async () => {
    const id = await boot('fake-1')
    const [own, other] = [await providerOf('fake-1'), await providerOf('fake-2')]
    assert.deepEqual(await audit('--verbose'), {
      ...{ code: 0, said: '0 orphaned allocations were found.\n', complained: '' },
    })
    const gone = randomUUID()
    const reservation = randomUUID()
    await claim(gone, { [other]: { resources } })
    await claim(reservation, { [other]: { resources } }, 'RESERVATION')
    await claim(id, { [own]: { resources }, [other]: { resources } })
    const found = await audit('--verbose')
    assert.equal(found.code, 3, found.complained)
    const lines = found.said.split('\n').filter((line) => line.startsWith('Orphaned, and can be deleted: {'))
    assert.deepEqual(
      lines.map((line) => line.replace(/.*}/, '')).toSorted(),
      [gone, id].map((consumer) => ` of consumer ${consumer} on resource provider ${other}`).toSorted(),
    )
    assert.deepEqual(await audit('--resource_provider', own), { code: 0, said: '', complained: '' })
    assert.deepEqual(await audit('--resource_provider', own, '--delete'), {
      code: 0,
      said: '',
      complained: '',
    })
    assert.deepEqual(await audit('--delete'), { code: 4, said: '', complained: '' })
    assert.deepEqual(await amountsOf(gone), {})
    assert.deepEqual(await amountsOf(id), { [own]: resources })
    assert.deepEqual(await amountsOf(reservation), { [other]: resources })
    assert.equal((await audit()).code, 0)
    await release(reservation)
  })

  it('leaves what a migrated server holds on both hosts until it is confirmed', async () => {
    const id = await boot('fake-1')
    const moved = await admin().compute.post(`/servers/${id}/action`, { migrate: null })
    assert.equal(moved.status, 202)
    await serverInStatus(admin(), id, 'VERIFY_RESIZE')
    await operated.cloud.settled()
    assert.deepEqual(ended(await audit('--delete')), silently(0))
    await admin().compute.post(`/servers/${id}/action`, { revertResize: null })
    await serverInStatus(admin(), id, 'ACTIVE')
  })

  it('exits with 127 for an unknown resource provider', async () => {
    for (const provider of [randomUUID(), 'attic'])
      assert.deepEqual(await audit('--resource_provider', provider), {
        code: 127,
        said: '',
        complained: `nimbo: Resource provider with UUID ${provider} does not exist.\n`,
      })
  })
})

describe('nimbo manage placement sync_aggregates', () => {
  const sync = (...words: readonly string[]) => operated.manage('placement', 'sync_aggregates', ...words)
  const at = { 'openstack-api-version': 'compute 2.41' }

  it('adds hosts to the aggregates that placement missed, and says which hosts it cannot add', async () => {
    const { body } = await admin().compute.post('/os-aggregates', { aggregate: { name: 'rack' } }, at)
    const { id, uuid } = body.aggregate
    await admin().compute.post(`/os-aggregates/${id}/action`, { add_host: { host: 'fake-1' } })
    const path = `/resource_providers/${await providerOf('fake-1')}/aggregates`
    const joined = async () => (await admin().placement.get(path)).body.aggregates
    assert.deepEqual(await joined(), [uuid])
    const { resource_provider_generation } = (await admin().placement.get(path)).body
    const none = { aggregates: [], resource_provider_generation }
    assert.equal((await admin().placement.put(path, none)).status, 200)
    assert.deepEqual(await sync(), { code: 0, said: '', complained: '' })
    assert.deepEqual(await joined(), [uuid])
    const again = await sync('--verbose')
    assert.deepEqual(again.said.split('\n').slice(0, 2), [
      `Aggregate rack (${uuid})`,
      `Host fake-1: resource provider ${await providerOf('fake-1')} is in the aggregate.`,
    ])

    const aggregateHas = (host: string) =>
      operated.api.insertInto('aggregate_hosts').values({ aggregate_id: id, host }).execute()
    const row = await operated.api.selectFrom('host_mappings').selectAll().limit(1).executeTakeFirstOrThrow()
    const mapped = (host: string) =>
      operated.api
        .insertInto('host_mappings')
        .values({ ...row, host })
        .execute()
    await aggregateHas('attic')
    const unmapped = await sync()
    assert.equal(unmapped.code, 4)
    assert.match(unmapped.said, /mapped to no cell; .*: attic\n$/)
    await aggregateHas('cellar')
    await mapped('cellar')
    const silent = await sync()
    assert.equal(silent.code, 5)
    assert.match(silent.said, /: attic\n.*have not reported a compute node: cellar\n$/)
    const node = await operated.cell
      .selectFrom('compute_nodes')
      .selectAll()
      .where('host', '=', 'fake-1')
      .executeTakeFirstOrThrow()
    const addNode = (host: string, name: string, number: number) =>
      operated.cell
        .insertInto('compute_nodes')
        .values({ ...node, id: randomUUID(), number, host, node: name })
        .execute()
    await aggregateHas('shed')
    await mapped('shed')
    await addNode('shed', 'shed', 901)
    const unknown = await sync()
    assert.equal(unknown.code, 6)
    assert.match(unknown.said, /Hosts without a resource provider in placement; .*: shed \(.*\)\n$/)
    await addNode('shed', 'shed-2', 902)
    const several = await sync()
    assert.deepEqual([several.code, several.complained], [1, 'nimbo: Host shed has 2 compute nodes.\n'])
    await operated.cell.deleteFrom('compute_nodes').where('host', '=', 'shed').execute()
  })
})
