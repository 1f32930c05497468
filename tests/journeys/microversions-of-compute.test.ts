import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Answer, Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Loose } from '@nimbo/testing/loose'
import { seenElsewhere } from './microversions-seen-elsewhere.ts'

const at = (minor: number) => ({ 'openstack-api-version': `compute 2.${minor}` })

/** In one process only, because microversions are a matter of the API, which is the same in both shapes. */
describe('each microversion of compute', () => {
  const stack = new AsyncDisposableStack()
  let cloud: TestCloud
  let ada: Client
  let order: { readonly imageRef: string; readonly flavorRef: string; readonly networks: unknown }
  let id = ''

  before(async () => {
    cloud = stack.use(await startTestCloud())
    ada = await cloud.person('ada')
    const network = await makeNetwork(ada)
    const flavorRef = await makeFlavor(cloud.admin, { extraSpecs: { 'hw:cpu_policy': 'shared' } })
    order = { imageRef: await makeImage(ada), flavorRef, networks: [{ uuid: network.id }] }
    id = await boot()
  })
  after(() => stack.disposeAsync())

  const boot = async (): Promise<string> => {
    const made = await bootServer(ada, order)
    await serverInStatus(ada, made, 'ACTIVE')
    return made
  }
  const serverAt = async (minor: number, person = ada): Promise<Loose> =>
    (await person.compute.get(`/servers/${id}`, at(minor))).body.server
  const attach = (minor: number, volumeId: string, server = id): Promise<Answer<Loose>> =>
    ada.compute.post(
      `/servers/${server}/os-volume_attachments`,
      { volumeAttachment: { volumeId } },
      at(minor),
    )
  const create = (minor: number, more: object): Promise<Answer<Loose>> =>
    ada.compute.post('/servers', { server: { name: 'new', ...order, networks: 'none', ...more } }, at(minor))

  /** Checks that an attribute of the server is shown in a version, and not in the one before. */
  const shownSince =
    (minor: number, name: string, person: () => Client = () => ada) =>
    async () => {
      assert.ok(!(name in (await serverAt(minor - 1, person()))))
      assert.ok(name in (await serverAt(minor, person())))
    }

  const checks: Readonly<Record<number, () => Promise<void>>> = {
    3: shownSince(3, 'OS-EXT-SRV-ATTR:root_device_name', () => cloud.admin),
    5: async () => {
      const listedAt = async (minor: number) =>
        (await ada.compute.get('/servers?ip6=fd00:77::1', at(minor))).body.servers.length
      assert.ok((await listedAt(4)) > 0)
      assert.equal(await listedAt(5), 0)
    },
    6: async () => {
      const remote_console = { protocol: 'vnc', type: 'novnc' }
      const newer = (minor: number) =>
        ada.compute.post(`/servers/${id}/remote-consoles`, { remote_console }, at(minor))
      assert.deepEqual([(await newer(5)).status, (await newer(6)).status], [404, 200])
      const older = (minor: number) =>
        ada.compute.post(`/servers/${id}/action`, { 'os-getVNCConsole': { type: 'novnc' } }, at(minor))
      assert.equal((await older(5)).status, 200)
      assert.ok([400, 404].includes((await older(6)).status))
    },
    7: async () => {
      const addTenantAccess = { tenant: ada.projectId }
      const ask = (minor: number) =>
        cloud.admin.compute.post(`/flavors/${order.flavorRef}/action`, { addTenantAccess }, at(minor))
      assert.deepEqual([(await ask(6)).status, (await ask(7)).status], [200, 409])
    },
    9: shownSince(9, 'locked'),
    11: async () => {
      const { compute } = cloud.admin
      const servicesAt = async (minor: number) => (await compute.get('/os-services', at(minor))).body.services
      assert.ok(!('forced_down' in (await servicesAt(10))[0]) && 'forced_down' in (await servicesAt(11))[0])
      const { host, binary } = (await servicesAt(11))[0]
      const wish = { host, binary, forced_down: false }
      assert.equal((await compute.put('/os-services/force-down', wish, at(10))).status, 404)
      assert.equal((await compute.put('/os-services/force-down', wish, at(11))).status, 200)
    },
    20: async () => {
      const shelved = await boot()
      await act(ada, shelved, { shelve: null })
      await serverInStatus(ada, shelved, 'SHELVED_OFFLOADED')
      const volumeId = await makeVolume(ada)
      assert.equal((await attach(19, volumeId, shelved)).status, 409)
      assert.equal((await attach(20, volumeId, shelved)).status, 200)
    },
    21: async () => {
      const gone = await boot()
      assert.equal((await ada.compute.delete(`/servers/${gone}`)).status, 204)
      await serverGone(ada, gone)
      const actionsAt = (minor: number) => ada.compute.get(`/servers/${gone}/os-instance-actions`, at(minor))
      assert.deepEqual([(await actionsAt(20)).status, (await actionsAt(21)).status], [404, 200])
    },
    26: async () => {
      const tagAt = (minor: number) => ada.compute.put(`/servers/${id}/tags/one`, undefined, at(minor))
      assert.deepEqual([(await tagAt(25)).status, (await tagAt(26)).status], [404, 201])
    },
    28: async () => {
      const cpuAt = async (minor: number) =>
        (await cloud.admin.compute.get('/os-hypervisors/detail', at(minor))).body.hypervisors[0].cpu_info
      assert.deepEqual([typeof (await cpuAt(27)), typeof (await cpuAt(28))], ['string', 'object'])
    },
    41: async () => {
      const madeAt = async (minor: number) =>
        (await cloud.admin.compute.post('/os-aggregates', { aggregate: { name: `${minor}` } }, at(minor)))
          .body.aggregate
      assert.deepEqual(
        [typeof (await madeAt(40)).uuid, typeof (await madeAt(41)).uuid],
        ['undefined', 'string'],
      )
    },
    44: async () => {
      const addFixedIp = { networkId: 'none' }
      const ask = (minor: number) => ada.compute.post(`/servers/${id}/action`, { addFixedIp }, at(minor))
      assert.deepEqual([(await ask(43)).status, (await ask(44)).status], [400, 404])
      const limitsAt = async (minor: number) =>
        Object.keys((await ada.compute.get('/limits', at(minor))).body.limits.absolute)
      assert.ok((await limitsAt(35)).includes('maxSecurityGroups'))
      assert.ok(!(await limitsAt(44)).includes('maxSecurityGroups'))
    },
    49: async () => {
      const path = `/servers/${id}/os-interface`
      const interfaceAttachment = { tag: 'second' }
      assert.equal((await ada.compute.post(path, { interfaceAttachment }, at(48))).status, 400)
      assert.equal((await ada.compute.post(path, { interfaceAttachment }, at(49))).status, 200)
    },
    54: async () => {
      const rebuild = { imageRef: order.imageRef, key_name: null }
      const ask = (minor: number) => ada.compute.post(`/servers/${id}/action`, { rebuild }, at(minor))
      assert.equal((await ask(53)).status, 400)
      // A rebuild is refused while the interface of 2.49 is still being attached.
      await cloud.settled()
      const asked = await ask(54)
      assert.equal(asked.status, 202, JSON.stringify(asked.body))
      await serverInStatus(ada, id, 'ACTIVE')
    },
    58: async () => {
      const actionsAt = async (minor: number, query = '') =>
        (await ada.compute.get(`/servers/${id}/os-instance-actions${query}`, at(minor))).body
      const later = encodeURIComponent('2999-01-01T00:00:00Z')
      const all = (await actionsAt(57, `?limit=1&changes-since=${later}`)).instanceActions
      assert.ok(all.length > 1 && !('updated_at' in all[0]))
      const { instanceActions, links } = await actionsAt(58, '?limit=1')
      assert.ok(instanceActions.length === 1 && 'updated_at' in instanceActions[0])
      assert.equal(links[0].rel, 'next')
      const [first, second] = all
      assert.equal(instanceActions[0].request_id, first.request_id)
      const next = await actionsAt(58, `?limit=1&marker=${first.request_id}`)
      assert.equal(next.instanceActions[0].request_id, second.request_id)
      assert.deepEqual((await actionsAt(58, `?changes-since=${later}`)).instanceActions, [])
    },
    60: async () => {
      const volume_type = { name: 'shared', extra_specs: { multiattach: '<is> True' } }
      assert.equal((await cloud.admin.volume.post('/v3/types', { volume_type })).status, 200)
      const volume = { size: 1, volume_type: 'shared' }
      const volumeId = (await ada.volume.post('/v3/volumes', { volume })).body.volume.id
      await volumeInStatus(ada, volumeId, 'available')
      assert.equal((await attach(59, volumeId)).status, 400)
      assert.equal((await attach(60, volumeId)).status, 200)
    },
    61: async () => {
      const flavorAt = async (minor: number) =>
        (await ada.compute.get(`/flavors/${order.flavorRef}`, at(minor))).body.flavor
      assert.equal((await flavorAt(60)).extra_specs, undefined)
      assert.deepEqual((await flavorAt(61)).extra_specs, { 'hw:cpu_policy': 'shared' })
    },
    62: async () => {
      const path = `/servers/${id}/os-instance-actions`
      const [action] = (await ada.compute.get(path)).body.instanceActions
      const eventAt = async (minor: number, person = ada) =>
        (await person.compute.get(`${path}/${action.request_id}`, at(minor))).body.instanceAction.events[0]
      assert.ok(!('hostId' in (await eventAt(61))) && 'hostId' in (await eventAt(62)))
      assert.ok(!('host' in (await eventAt(62))) && 'host' in (await eventAt(62, cloud.admin)))
    },
    63: async () => {
      assert.equal((await create(62, { trusted_image_certificates: ['one'] })).status, 400)
      await shownSince(63, 'trusted_image_certificates')()
    },
    79: async () => {
      const volumeAttachment = { volumeId: await makeVolume(ada), delete_on_termination: true }
      const ask = (minor: number) =>
        ada.compute.post(`/servers/${id}/os-volume_attachments`, { volumeAttachment }, at(minor))
      assert.equal((await ask(78)).status, 400)
      assert.equal((await ask(79)).body.volumeAttachment.delete_on_termination, true)
      await volumeInStatus(ada, volumeAttachment.volumeId, 'in-use')
    },
    82: async () => {
      const events = [{ name: 'accelerator-request-bound', server_uuid: id, tag: 'arq' }]
      const tell = (minor: number) =>
        cloud.admin.compute.post('/os-server-external-events', { events }, at(minor))
      assert.equal((await tell(81)).status, 400)
      assert.notEqual((await tell(82)).status, 400)
    },
    83: async () => {
      const namedAt = async (minor: number) =>
        (await ada.compute.get('/servers?key_name=none', at(minor))).body.servers.length
      assert.ok((await namedAt(82)) > 0)
      assert.equal(await namedAt(83), 0)
    },
    85: async () => {
      const volumeId = await makeVolume(ada)
      assert.equal((await attach(79, volumeId)).body.volumeAttachment.delete_on_termination, false)
      await volumeInStatus(ada, volumeId, 'in-use')
      const path = `/servers/${id}/os-volume_attachments/${volumeId}`
      const volumeAttachment = { volumeId, delete_on_termination: true }
      const ask = (minor: number) => ada.compute.put(path, { volumeAttachment }, at(minor))
      const deletedAt = async () =>
        (await ada.compute.get(path, at(85))).body.volumeAttachment.delete_on_termination
      assert.equal((await ask(84)).status, 400)
      assert.equal(await deletedAt(), false)
      assert.equal((await ask(85)).status, 202)
      assert.equal(await deletedAt(), true)
    },
    89: async () => {
      const volumeId = await makeVolume(ada)
      assert.equal((await attach(88, volumeId)).status, 200)
      await volumeInStatus(ada, volumeId, 'in-use')
      const attachedAt = async (minor: number) =>
        (await ada.compute.get(`/servers/${id}/os-volume_attachments/${volumeId}`, at(minor))).body
          .volumeAttachment
      assert.equal((await attachedAt(88)).id, volumeId)
      const { id: gone, attachment_id, bdm_uuid } = await attachedAt(89)
      assert.deepEqual([gone, typeof attachment_id, typeof bdm_uuid], [undefined, 'string', 'string'])
    },
    90: async () => {
      const name = (minor: number, hostname: string) =>
        ada.compute.put(`/servers/${id}`, { server: { hostname } }, at(minor))
      assert.equal((await name(89, 'named')).status, 400)
      assert.equal((await name(90, 'named')).body.server['OS-EXT-SRV-ATTR:hostname'], 'named')
      await shownSince(90, 'OS-EXT-SRV-ATTR:hostname')()
      assert.equal((await create(89, { hostname: 'chosen' })).status, 400)
      assert.equal((await create(90, { hostname: 'chosen' })).status, 202)
    },
    91: async () => {
      const shelved = await boot()
      await act(ada, shelved, { shelve: null })
      await serverInStatus(ada, shelved, 'SHELVED_OFFLOADED')
      const host = (await serverAt(91, cloud.admin))['OS-EXT-SRV-ATTR:host']
      const unshelve = { availability_zone: null, host }
      const ask = (minor: number) =>
        cloud.admin.compute.post(`/servers/${shelved}/action`, { unshelve }, at(minor))
      assert.equal((await ask(90)).status, 400)
      assert.equal((await ask(91)).status, 202)
      await serverInStatus(ada, shelved, 'ACTIVE')
    },
    94: async () => {
      assert.equal((await create(93, { hostname: 'web.example.org' })).status, 400)
      assert.equal((await create(94, { hostname: 'web.example.org' })).status, 202)
    },
    96: shownSince(96, 'pinned_availability_zone'),
    98: async () => {
      const imageAt = async (minor: number) => (await serverAt(minor)).image
      assert.ok(!('properties' in (await imageAt(97))) && 'properties' in (await imageAt(98)))
    },
    100: shownSince(100, 'scheduler_hints'),
    101: async () => {
      assert.equal((await attach(100, await makeVolume(ada))).status, 200)
      assert.equal((await attach(101, await makeVolume(ada))).status, 202)
    },
  }

  for (const [minor, check] of Object.entries(checks))
    it(`2.${minor} makes its change, which the one before does not have`, check)

  /** As in Nova, what these are about is the same in every version. */
  const without: Readonly<Record<number, (minor: number) => Promise<void>>> = {
    // It changed an endpoint that Nova has removed since.
    4: async (minor) => {
      assert.equal((await cloud.admin.compute.get('/os-fixed-ips/192.0.2.1', at(minor))).status, 410)
    },
    // As 2.4.
    12: async (minor) => {
      assert.equal((await ada.compute.get(`/servers/${id}/os-virtual-interfaces`, at(minor))).status, 410)
    },
    // Which header names the version is settled before the version is known.
    27: async (minor) => {
      // Where the new header is about another service, the older one counts.
      const older = { 'openstack-api-version': 'volume 3.0', 'x-openstack-nova-api-version': `2.${minor}` }
      for (const header of [at(minor), older]) {
        const { headers } = await ada.compute.get('/flavors', header)
        assert.equal(headers.get('openstack-api-version'), `compute 2.${minor}`)
        assert.equal(headers.get('x-openstack-nova-api-version'), `2.${minor}`)
      }
    },
    // The request id is set before the version is known.
    46: async (minor) => {
      const { headers } = await ada.compute.get('/flavors', at(minor))
      assert.match(headers.get('x-openstack-request-id') ?? '', /^req-/)
      assert.equal(headers.get('x-openstack-request-id'), headers.get('x-compute-request-id'))
    },
  }

  for (const [minor, check] of Object.entries(without))
    it(`2.${minor} answers like the one before, as in Nova`, async () => {
      await check(Number(minor) - 1)
      await check(Number(minor))
    })

  it('that is not tested here is named in the test that is listed for it', async () => {
    const missing: string[] = []
    for (let minor = 2; minor <= 104; minor += 1) {
      if (minor in checks || minor in without) continue
      const file = seenElsewhere[minor]
      const text = file === undefined ? '' : await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
      if (!new RegExp(`\\b2\\.${minor}\\b`).test(text)) missing.push(`2.${minor} in ${file}`)
    }
    assert.deepEqual(missing, [])
  })
})
