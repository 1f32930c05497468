import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import {
  type ReceivedNotifications,
  notificationsOf,
  notificationSettings,
} from '@nimbo/testkit/received-notifications'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type MadeNetwork, makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

type Fields = Readonly<Record<string, unknown>>

const startAndEnd = (...actions: readonly string[]): readonly string[] =>
  actions.flatMap((action) => [`${action}.start`, `${action}.end`])

const environment = {
  ...notificationSettings('both'),
  OS_NOTIFICATIONS__BDMS_IN_NOTIFICATIONS: 'true',
}

inEachShape('notifications about a server', { environment }, (cloud) => {
  let heard: ReceivedNotifications
  let ada: Client
  let network: MadeNetwork
  let id = ''
  let volumeId = ''

  const events = (prefix: string): readonly string[] =>
    heard
      .events(id)
      .filter((event) => event.startsWith(prefix))
      .map((event) => event.slice(prefix.length))

  /** The payload of the last versioned notification of this type. */
  const dataOf = (event: string): Fields => {
    const payload = heard.last(event).payload as { readonly 'nova_object.data': Fields }
    return payload['nova_object.data']
  }

  const usageOf = (event: string): Fields => heard.last(event).payload as Fields

  /** Adds a second fixed IP to the port and removes it, by actions that exist until 2.43. */
  const moreAddresses = async (): Promise<void> => {
    const old = async (action: object) => {
      const reply = await ada.compute.post(`/servers/${id}/action`, action, {
        'openstack-api-version': 'compute 2.43',
      })
      assert.equal(reply.status, 202, JSON.stringify(reply.body))
    }
    const ports = async () => (await ada.network.get(`/v2.0/ports?device_id=${id}`)).body.ports
    await old({ addFixedIp: { networkId: network.id } })
    const [{ fixed_ips }] = await ports()
    assert.equal(fixed_ips.length, 2)
    await old({ removeFixedIp: { address: fixed_ips[1].ip_address } })
  }

  /** Builds a server, changes its power state, snapshots and rebuilds it, attaches a volume and a port, and deletes it. */
  const live = async (): Promise<void> => {
    const flavorRef = await makeFlavor(cloud().admin, { vcpus: 2, ram: 128, disk: 1 })
    const imageRef = await makeImage(ada)
    id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
    await serverInStatus(ada, id, 'ACTIVE')
    for (const [action, status] of [
      [{ 'os-stop': null }, 'SHUTOFF'],
      [{ 'os-start': null }, 'ACTIVE'],
      [{ reboot: { type: 'SOFT' } }, 'ACTIVE'],
      [{ pause: null }, 'PAUSED'],
      [{ unpause: null }, 'ACTIVE'],
      [{ suspend: null }, 'SUSPENDED'],
      [{ resume: null }, 'ACTIVE'],
      [{ createImage: { name: 'copy' } }, 'ACTIVE'],
      [{ rebuild: { imageRef } }, 'ACTIVE'],
    ] as const) {
      await act(ada, id, action)
      await serverInStatus(ada, id, status)
    }
    for (const action of [{ lock: null }, { unlock: null }]) await act(ada, id, action)
    await moreAddresses()
    volumeId = await makeVolume(ada)
    const attachments = `/servers/${id}/os-volume_attachments`
    await ada.compute.post(attachments, { volumeAttachment: { volumeId } })
    await volumeInStatus(ada, volumeId, 'in-use')
    // The flow of the attachment ends a moment after the volume is in use; until then the server is busy.
    await eventually(async () =>
      assert.equal((await ada.compute.delete(`${attachments}/${volumeId}`)).status, 202),
    )
    await volumeInStatus(ada, volumeId, 'available')
    const interfaceAttachment = { net_id: network.id }
    const plugged = await eventually(async () => {
      const reply = await ada.compute.post(`/servers/${id}/os-interface`, { interfaceAttachment })
      assert.equal(reply.status, 200)
      return reply.body.interfaceAttachment.port_id
    })
    await eventually(async () =>
      assert.equal((await ada.compute.delete(`/servers/${id}/os-interface/${plugged}`)).status, 202),
    )
    // The deletion does not wait for other actions on the server, whose notifications it would cut off.
    await eventually(async () => heard.last('instance.interface_detach.end'))
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  }

  before(async () => {
    ada = await cloud().person('ada')
    network = await makeNetwork(ada)
    heard = await notificationsOf(cloud())
    await live()
    await cloud().inTheEnd(async () => heard.last('instance.delete.end'))
  })
  after(() => heard[Symbol.asyncDispose]())

  it('arrive in order, in the versioned format', () =>
    cloud().inTheEnd(async () =>
      assert.deepEqual(events('instance.'), [
        ...startAndEnd('create', 'power_off', 'power_on', 'reboot', 'pause', 'unpause'),
        ...startAndEnd('suspend', 'resume', 'snapshot'),
        ...['rebuild_scheduled', ...startAndEnd('rebuild'), 'lock', 'unlock'],
        ...startAndEnd('volume_attach', 'volume_detach', 'interface_attach', 'interface_detach'),
        ...['delete.start', 'shutdown.start', 'shutdown.end', 'delete.end'],
      ]),
    ))

  it('arrive in order, in the unversioned format', () =>
    cloud().inTheEnd(async () =>
      assert.deepEqual(events('compute.instance.'), [
        ...startAndEnd('create', 'power_off', 'power_on', 'reboot', 'pause', 'unpause'),
        ...startAndEnd('suspend', 'resume', 'snapshot'),
        ...['rebuild.scheduled', ...startAndEnd('rebuild', 'create_ip', 'delete_ip')],
        ...['volume.attach', 'volume.detach'],
        ...['delete.start', 'shutdown.start', 'shutdown.end', 'delete.end'],
      ]),
    ))

  it('have exactly the fields that are declared', () => heard.assertDeclared())

  it('name the request, the project and the host', () => {
    const made = heard.last('instance.create.end')
    const { host, uuid, tenant_id, state, request_id, ip_addresses, flavor } = dataOf('instance.create.end')
    assert.deepEqual([uuid, tenant_id, state], [id, ada.projectId, 'active'])
    assert.equal(request_id, made._context_request_id)
    assert.equal(made._context_project_id, ada.projectId)
    assert.equal(made.publisher_id, `nova-compute:${host}`)
    assert.equal(heard.last('compute.instance.create.end').publisher_id, `compute.${host}`)
    assert.equal((ip_addresses as readonly unknown[]).length, 1)
    assert.equal((flavor as { 'nova_object.data': Fields })['nova_object.data'].vcpus, 2)
    const usage = usageOf('compute.instance.create.end')
    assert.deepEqual(
      [usage.instance_id, usage.state, usage.vcpus, usage.memory_mb, usage.message],
      [id, 'active', 2, 128, 'Success'],
    )
    assert.match(String(usage.launched_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  })

  it('have the fixed IPs before (start) and after (end) the change of create_ip and delete_ip', () => {
    const counted = startAndEnd('create_ip', 'delete_ip').map(
      (event) => (usageOf(`compute.instance.${event}`).fixed_ips as readonly unknown[]).length,
    )
    assert.deepEqual([counted[0], counted[1], counted[3]], [1, 2, 1])
  })

  it('have the states of the server at that moment', () => {
    assert.deepEqual(
      [dataOf('instance.pause.start').task_state, dataOf('instance.pause.end').state],
      ['pausing', 'paused'],
    )
    assert.equal(dataOf('instance.power_off.end').power_state, 'shutdown')
    assert.equal(dataOf('instance.delete.end').state, 'deleted')
    assert.equal(usageOf('compute.instance.power_off.start').state_description, 'powering-off')
  })

  it('have the volumes of the server', () => {
    const { volume_id, block_devices } = dataOf('instance.volume_attach.end')
    assert.equal(volume_id, volumeId)
    assert.deepEqual(
      (block_devices as readonly { 'nova_object.data': Fields }[]).map(
        (device) => device['nova_object.data'].volume_id,
      ),
      [volumeId],
    )
    assert.equal(usageOf('compute.instance.volume.attach').volume_id, volumeId)
  })

  it('arrive with those of the image, network and volume services', () => {
    const told = heard.events()
    for (const event of ['image.activate', 'port.create.end', 'volume.attach.end', 'volume.create.end'])
      assert.ok(told.includes(event), `${event} among ${[...new Set(told)].join(', ')}`)
  })
})
