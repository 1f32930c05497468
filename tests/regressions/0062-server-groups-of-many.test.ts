import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import type { ServerView } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const hosts = ['fake-1', 'fake-2', 'fake-3']

const startCloud = () =>
  startTestCloud({
    drivers: (state) => fakeDrivers({ state, clock: systemClock, log: silentLog }, hosts.length),
  })

const makeGroup = async (
  { compute }: Client,
  policy: string,
  rules: Readonly<Record<string, number>> = {},
): Promise<string> => {
  const server_group = { name: policy, policy, ...(Object.keys(rules).length > 0 ? { rules } : {}) }
  const { status, body } = await compute.post('/os-server-groups', { server_group })
  assert.equal(status, 200, JSON.stringify(body))
  return body.server_group.id
}

/** Gives the admin unlimited quotas, and a function that boots servers of a group. */
const stocked = async (cloud: TestCloud) => {
  const { admin } = cloud
  const quota_set = { instances: -1, cores: -1, ram: -1 }
  assert.equal((await admin.compute.put(`/os-quota-sets/${admin.projectId}`, { quota_set })).status, 200)
  const order = {
    ...{ name: 'm', imageRef: await makeImage(admin), flavorRef: await makeFlavor(admin) },
    networks: 'none',
  }
  /** Boots servers of a group in one request; gives all servers of the group once no work is left. */
  const boot = async (group: string, parts: object): Promise<readonly ServerView[]> => {
    const { status, body } = await admin.compute.post('/servers', {
      server: { ...order, ...parts },
      'os:scheduler_hints': { group },
    })
    assert.equal(status, 202, JSON.stringify(body))
    await cloud.settled()
    const { members } = (await admin.compute.get(`/os-server-groups/${group}`)).body.server_group
    const all = await Promise.all(members.map((id: string) => admin.compute.get(`/servers/${id}`)))
    return all.map(({ body: { server } }) => server)
  }
  return { admin, boot }
}

const hostsOf = (servers: readonly ServerView[]): readonly (string | null | undefined)[] =>
  servers
    .filter(({ status }) => status === 'ACTIVE')
    .map((server) => server['OS-EXT-SRV-ATTR:host'])
    .sort()

const faultsOf = (servers: readonly ServerView[]): readonly (string | undefined)[] =>
  servers.filter(({ status }) => status === 'ERROR').map(({ fault }) => fault?.message)

describe('servers of one group that one request creates', () => {
  it('follow the policy of the group: anti-affinity, max_server_per_host, or affinity', async () => {
    await using cloud = await startCloud()
    const { admin, boot } = await stocked(cloud)
    const apart = await boot(await makeGroup(admin, 'anti-affinity'), { min_count: 4 })
    assert.deepEqual([hostsOf(apart), faultsOf(apart)], [hosts, ['No valid host was found.']])

    const two = await boot(await makeGroup(admin, 'anti-affinity', { max_server_per_host: 2 }), {
      min_count: 5,
    })
    assert.deepEqual([new Set(hostsOf(two)).size, hostsOf(two).length], [3, 5])
    for (const host of hosts) assert.ok(hostsOf(two).filter((one) => one === host).length <= 2)

    const together = await boot(await makeGroup(admin, 'affinity'), { min_count: 3 })
    assert.deepEqual([new Set(hostsOf(together)).size, hostsOf(together).length], [1, 3])
  })

  it('fail on the requested host if the group forbids it or it is disabled; a forced host ignores that', async () => {
    await using cloud = await startCloud()
    const { admin, boot } = await stocked(cloud)
    const group = await makeGroup(admin, 'anti-affinity')
    await boot(group, { host: 'fake-2' })
    const against = await boot(group, { host: 'fake-2' })
    assert.deepEqual([hostsOf(against), faultsOf(against)], [['fake-2'], ['No valid host was found.']])

    const services = (await admin.compute.get('/os-services?binary=nova-compute&host=fake-3')).body.services
    const disabled = await admin.compute.put(`/os-services/${services[0].id}`, { status: 'disabled' })
    assert.equal(disabled.status, 200)
    const nowhere = await boot(await makeGroup(admin, 'anti-affinity'), { host: 'fake-3' })
    assert.deepEqual([hostsOf(nowhere), faultsOf(nowhere)], [[], ['No valid host was found.']])
    const forced = await boot(await makeGroup(admin, 'anti-affinity'), { availability_zone: 'nova:fake-3' })
    assert.deepEqual(
      hostsOf(forced),
      ['fake-3'],
      'a host forced by the availability zone is used although disabled',
    )
  })
})
