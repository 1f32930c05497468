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

inEachShape('what a cloud tells of a server’s life', { environment }, (cloud) => {
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

  /** What a versioned notification carries. */
  const dataOf = (event: string): Fields => {
    const payload = heard.last(event).payload as { readonly 'nova_object.data': Fields }
    return payload['nova_object.data']
  }

  const usageOf = (event: string): Fields => heard.last(event).payload as Fields

  /** Its port is given a second address and loses it, in the words of before 2.44. */
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

  /** A server lives: it is built, stopped, started, rebooted, paused, suspended, given a volume and another port, and deleted. */
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
    // A flow ends a moment later than what it does can be seen; until then the server is busy.
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
    // A deletion waits for nothing that is done to the server.
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

  it('comes in order, as versioned notifications have it', () =>
    cloud().inTheEnd(async () =>
      assert.deepEqual(events('instance.'), [
        ...startAndEnd('create', 'power_off', 'power_on', 'reboot', 'pause', 'unpause'),
        ...startAndEnd('suspend', 'resume', 'snapshot'),
        ...['rebuild_scheduled', ...startAndEnd('rebuild'), 'lock', 'unlock'],
        ...startAndEnd('volume_attach', 'volume_detach', 'interface_attach', 'interface_detach'),
        ...['delete.start', 'shutdown.start', 'shutdown.end', 'delete.end'],
      ]),
    ))

  it('comes in order, as unversioned notifications have it', () =>
    cloud().inTheEnd(async () =>
      assert.deepEqual(events('compute.instance.'), [
        ...startAndEnd('create', 'power_off', 'power_on', 'reboot', 'pause', 'unpause'),
        ...startAndEnd('suspend', 'resume', 'snapshot'),
        ...['rebuild.scheduled', ...startAndEnd('rebuild', 'create_ip', 'delete_ip')],
        ...['volume.attach', 'volume.detach'],
        ...['delete.start', 'shutdown.start', 'shutdown.end', 'delete.end'],
      ]),
    ))

  it('is as it is declared, field by field', () => heard.assertDeclared())

  it('tells whose request it was, and which host did it', () => {
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

  it('tells the addresses of a port before it changes and when it has', () => {
    const counted = startAndEnd('create_ip', 'delete_ip').map(
      (event) => (usageOf(`compute.instance.${event}`).fixed_ips as readonly unknown[]).length,
    )
    assert.deepEqual([counted[0], counted[1], counted[3]], [1, 2, 1])
  })

  it('tells states as they are when it is told', () => {
    assert.deepEqual(
      [dataOf('instance.pause.start').task_state, dataOf('instance.pause.end').state],
      ['pausing', 'paused'],
    )
    assert.equal(dataOf('instance.power_off.end').power_state, 'shutdown')
    assert.equal(dataOf('instance.delete.end').state, 'deleted')
    assert.equal(usageOf('compute.instance.power_off.start').state_description, 'powering-off')
  })

  it('tells the volumes of a server', () => {
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

  it('comes with what the other services tell meanwhile', () => {
    const told = heard.events()
    for (const event of ['image.activate', 'port.create.end', 'volume.attach.end', 'volume.create.end'])
      assert.ok(told.includes(event), `${event} among ${[...new Set(told)].join(', ')}`)
  })
})
