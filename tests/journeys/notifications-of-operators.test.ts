import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import {
  type ReceivedNotifications,
  notificationsOf,
  notificationSettings,
} from '@nimbo/testkit/received-notifications'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeImage } from '@nimbo/testkit/make-image'
import { serverGone, serverInStatus } from '@nimbo/testkit/servers'

type Fields = Readonly<Record<string, unknown>>

const environment = notificationSettings('both')

inEachShape(
  'notifications about flavors, aggregates, key pairs, server groups and services',
  { environment, distributedByName: true },
  (cloud) => {
    let heard: ReceivedNotifications
    let serverId = ''

    /** The types of the received notifications with these prefixes, in the order in which they arrived. */
    const events = (...prefixes: readonly string[]): readonly string[] =>
      heard.events().filter((event) => prefixes.some((prefix) => event.startsWith(prefix)))

    const dataOf = (event: string): Fields => {
      const found = heard.messages.findLast(
        ({ event_type, payload }) => event_type === event && 'nova_object.data' in Object(payload),
      )
      assert.ok(found, event)
      const payload = found.payload as { readonly 'nova_object.data': Fields }
      return payload['nova_object.data']
    }

    before(async () => {
      heard = await notificationsOf(cloud())
      const { admin } = cloud()
      const { compute } = admin
      const flavor = { id: 'told', name: 'told', ram: 128, vcpus: 1, disk: 1 }
      await compute.post('/flavors', { flavor })
      await compute.post('/flavors/told/os-extra_specs', { extra_specs: { 'hw:cpu_policy': 'shared' } })

      const made = await compute.post('/os-aggregates', { aggregate: { name: 'rack' } })
      const path = `/os-aggregates/${made.body.aggregate.id}`
      const services = await compute.get('/os-services?binary=nova-compute')
      const [{ id: serviceId, host }] = services.body.services
      await compute.post(`${path}/action`, { add_host: { host } })
      await compute.post(`${path}/action`, { set_metadata: { metadata: { ssd: 'true' } } })
      const cached = await makeImage(admin)
      assert.equal((await compute.post(`${path}/images`, { cache: [{ id: cached }] })).status, 202)
      await compute.put(path, { aggregate: { name: 'shelf' } })
      await compute.post(`${path}/action`, { remove_host: { host } })
      await compute.delete(path)

      const keypair = { name: 'told-key', type: 'ssh', public_key: `ssh-ed25519 ${ed25519Key} ada` }
      await compute.post('/os-keypairs', { keypair })
      await compute.delete('/os-keypairs/told-key')

      await compute.put(`/os-services/${serviceId}`, { status: 'disabled', disabled_reason: 'told' })
      await compute.put(`/os-services/${serviceId}`, { status: 'enabled' })

      for (const status of ['disable', 'enable'])
        await compute.put(`/os-hosts/${host}`, { status }, { 'openstack-api-version': 'compute 2.42' })

      const group = await compute.post('/os-server-groups', {
        server_group: { name: 'told', policy: 'soft-affinity' },
      })
      const groupId = group.body.server_group.id
      const imageRef = await makeImage(admin)
      const server = { flavorRef: 'told', imageRef, networks: 'none' }
      const accepted = await compute.post('/servers', {
        server: { name: 'told', ...server },
        'os:scheduler_hints': { group: groupId },
      })
      assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
      serverId = accepted.body.server.id
      await serverInStatus(admin, serverId, 'ACTIVE')
      await compute.delete(`/servers/${serverId}`)
      await serverGone(admin, serverId)
      await compute.delete(`/os-server-groups/${groupId}`)
      await compute.delete('/flavors/told')
      await cloud().inTheEnd(async () => heard.last('flavor.delete'))
    })
    after(() => heard[Symbol.asyncDispose]())

    it('are sent for flavors', () => {
      assert.deepEqual(events('flavor.'), ['flavor.create', 'flavor.update', 'flavor.delete'])
      assert.deepEqual(dataOf('flavor.delete').extra_specs, { 'hw:cpu_policy': 'shared' })
    })

    it('are sent for aggregates, in both formats', () => {
      const both = (versioned: string, unversioned = versioned) =>
        ['start', 'end'].flatMap((phase) => [
          `aggregate.${versioned}.${phase}`,
          `aggregate.${unversioned}.${phase}`,
        ])
      const all = [
        ...both('create'),
        ...both('add_host', 'addhost'),
        ...both('update_metadata', 'updatemetadata'),
        ...both('update_prop', 'updateprop'),
        ...both('remove_host', 'removehost'),
        ...both('delete'),
        ...['start', 'progress', 'end'].map((phase) => `aggregate.cache_images.${phase}`),
      ]
      assert.deepEqual([...events('aggregate.')].sort(), all.sort())
      assert.equal((dataOf('aggregate.add_host.start').hosts as readonly string[]).length, 0)
      assert.equal((dataOf('aggregate.add_host.end').hosts as readonly string[]).length, 1)
      assert.equal(dataOf('aggregate.update_prop.end').name, 'shelf')
    })

    it('are sent for key pairs, services and server groups', () => {
      const told = events('keypair.', 'service.', 'server_group.', 'servergroup.')
      for (const event of [
        ...['keypair.import.start', 'keypair.import.end', 'keypair.delete.start', 'keypair.delete.end'],
        ...['service.update', 'server_group.create', 'server_group.add_member', 'server_group.delete'],
        ...['servergroup.create', 'servergroup.addmember', 'servergroup.delete'],
      ])
        assert.ok(told.includes(event), `${event} among ${told.join(', ')}`)
      assert.equal(dataOf('service.update').disabled, false)
      assert.match(String(dataOf('keypair.import.end').fingerprint), /^([0-9a-f]{2}:){15}/)
    })

    it('are sent as HostAPI.set_enabled for changes by the os-hosts API', () => {
      assert.deepEqual(
        events('HostAPI.'),
        [1, 2].flatMap(() => ['HostAPI.set_enabled.start', 'HostAPI.set_enabled.end']),
      )
      const { host_name, action, enabled } = heard.last('HostAPI.set_enabled.end').payload as Fields
      assert.deepEqual([typeof host_name, action, enabled], ['string', 'enable', true])
    })

    it('are sent when the scheduler has selected a host for a server', () => {
      assert.equal(
        events('scheduler.select_destinations').filter((event) => event.endsWith('.end')).length,
        2,
        'once in each format',
      )
      assert.equal(dataOf('scheduler.select_destinations.end').instance_uuid, serverId)
    })

    it('have exactly the fields that are declared', () => heard.assertDeclared())
  },
)

const ed25519Key = 'AAAAC3NzaC1lZDI1NTE5AAAAIJ0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m0m'
