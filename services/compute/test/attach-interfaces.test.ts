import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Answer, Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type MadeNetwork, makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

const messageOf = ({ status, body }: Answer<Record<string, { message: string }>>) => {
  const [envelope] = Object.values(body)
  return [status, envelope?.message]
}

describe('interfaces of a server', () => {
  const hypervisor = fakeHypervisor()
  let cloud: TestCloud
  let ada: Client
  let network: MadeNetwork
  let order: { readonly imageRef: string; readonly flavorRef: string }
  let id: string

  before(async () => {
    cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    ada = await cloud.person('ada')
    network = await makeNetwork(ada, { pool: { start: '10.20.0.20', end: '10.20.0.60' } })
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
    order = { flavorRef, imageRef }
    id = await bootServer(ada, order)
    await serverInStatus(ada, id, 'ACTIVE')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const attach = (interfaceAttachment: object, person = ada) =>
    person.compute.post(`/servers/${id}/os-interface`, { interfaceAttachment })
  const detach = (portId: string) => ada.compute.delete(`/servers/${id}/os-interface/${portId}`)
  const makePort = async (person = ada): Promise<string> => {
    const { status, body } = await person.network.post('/v2.0/ports', { port: { network_id: network.id } })
    assert.equal(status, 201, JSON.stringify(body))
    return body.port.id
  }
  const portOf = async (portId: string) => (await ada.network.get(`/v2.0/ports/${portId}`)).body.port
  const addresses = async () => {
    await cloud.settled()
    const shown = await showServer(ada, id)
    return Object.values(shown.addresses)
      .flat()
      .map(({ addr }) => addr)
  }

  it('are created on a network, and their ports deleted when they are detached', async () => {
    const { status, body } = await attach({ net_id: network.id, fixed_ips: [{ ip_address: '10.20.0.77' }] })
    assert.equal(status, 200)
    const { port_id: portId, net_id, fixed_ips } = body.interfaceAttachment
    assert.deepEqual([net_id, fixed_ips[0].ip_address], [network.id, '10.20.0.77'])
    assert.deepEqual(await addresses(), ['10.20.0.77'])
    const port = await portOf(portId)
    assert.deepEqual([port.status, port.device_id, port.device_owner], ['ACTIVE', id, 'compute:nova'])
    const listed = await ada.compute.get(`/servers/${id}/os-interface`)
    assert.deepEqual(
      listed.body.interfaceAttachments.map((one: { port_id: string }) => one.port_id),
      [portId],
    )

    assert.equal((await detach(portId)).status, 202)
    assert.deepEqual(await addresses(), [])
    assert.equal(await portOf(portId), undefined)
  })

  it('have the tag that they were attached with', async () => {
    const { body } = await attach({ net_id: network.id, tag: 'public' })
    const { port_id: portId, tag } = body.interfaceAttachment
    const shownTag = async () =>
      (await ada.compute.get(`/servers/${id}/os-interface/${portId}`)).body.interfaceAttachment.tag
    assert.deepEqual([tag, await shownTag()], ['public', 'public'])
    await cloud.settled()
    assert.equal(await shownTag(), 'public')
    assert.equal((await detach(portId)).status, 202)
    assert.deepEqual(await addresses(), [])
  })

  it('can be detached right after the reply to attaching, and attached two at a time', async () => {
    const { body } = await attach({ net_id: network.id })
    const { port_id: portId } = body.interfaceAttachment
    assert.equal((await detach(portId)).status, 202)
    const both = await Promise.all([attach({ net_id: network.id }), attach({ net_id: network.id })])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await addresses()).length, 2)
    for (const { body: one } of both)
      assert.equal((await detach(one.interfaceAttachment.port_id)).status, 202)
    assert.deepEqual(await addresses(), [])
  })

  it('may be a port of the user’s own, which is kept when it is detached', async () => {
    const portId = await makePort()
    assert.equal((await attach({ port_id: portId })).status, 200)
    assert.equal((await addresses()).length, 1)
    assert.equal((await portOf(portId)).device_id, id)
    assert.equal((await detach(portId)).status, 202)
    assert.deepEqual(await addresses(), [])
    assert.equal((await portOf(portId)).device_id, '')
  })

  it('may be a port of the user’s own, which is kept when the server is deleted', async () => {
    const short = await bootServer(ada, order)
    await serverInStatus(ada, short, 'ACTIVE')
    const portId = await makePort()
    const attached = await ada.compute.post(`/servers/${short}/os-interface`, {
      interfaceAttachment: { port_id: portId },
    })
    assert.equal(attached.status, 200)
    assert.equal((await ada.compute.delete(`/servers/${short}`)).status, 204)
    await serverGone(ada, short)
    await cloud.settled()
    assert.equal((await portOf(portId)).device_id, '')
  })

  it('cannot be attached or detached by an invalid request, and the reply says why', async () => {
    const nobody = '99999999-1111-4111-8111-111111111111'
    const both = await attach({ port_id: nobody, net_id: network.id })
    assert.deepEqual(messageOf(both), [400, 'Must not input both network_id and port_id'])
    const address = await attach({ fixed_ips: [{ ip_address: '10.20.0.9' }] })
    assert.deepEqual(messageOf(address), [400, 'Must input network_id when request IP address'])
    const noPort = await attach({ port_id: nobody })
    assert.deepEqual(messageOf(noPort), [404, `Port id ${nobody} could not be found.`])
    const noNetwork = await attach({ net_id: nobody })
    assert.deepEqual(messageOf(noNetwork), [404, `Network ${nobody} could not be found.`])
    assert.deepEqual(messageOf(await detach(nobody)), [404, `Port id ${nobody} could not be found.`])

    const bob = await cloud.person('bob')
    assert.deepEqual(messageOf(await attach({ net_id: network.id }, bob)), [
      404,
      `Instance ${id} could not be found.`,
    ])

    const held = await attach({ net_id: network.id })
    const { port_id: portId, fixed_ips } = held.body.interfaceAttachment
    await cloud.settled()
    assert.deepEqual(messageOf(await attach({ port_id: portId })), [409, `Port ${portId} is still in use.`])
    const sameAddress = await attach({
      net_id: network.id,
      fixed_ips: [fixed_ips[0]].map(({ ip_address }) => ({ ip_address })),
    })
    assert.equal(sameAddress.status, 409, JSON.stringify(sameAddress.body))
    await detach(portId)
    assert.deepEqual(await addresses(), [])
  })

  it('have security groups, which the server shows with their rules', async () => {
    const bare = await ada.compute.get(`/servers/${id}/os-security-groups`)
    assert.deepEqual(bare.body, { security_groups: [] })
    const { body } = await attach({ net_id: network.id })
    await cloud.settled()
    const shown = await ada.compute.get(`/servers/${id}/os-security-groups`)
    const [group, ...more] = shown.body.security_groups
    assert.deepEqual([group.name, group.tenant_id, more], ['default', ada.projectId, []])
    for (const { parent_group_id, group: letIn, ip_range } of group.rules)
      assert.deepEqual(
        [parent_group_id, letIn, ip_range],
        [group.id, { name: 'default', tenant_id: ada.projectId }, {}],
      )
    assert.equal(group.rules.length, 2, 'one for each IP version, from the group itself')
    await detach(body.interfaceAttachment.port_id)
    assert.deepEqual(await addresses(), [])
  })

  it('are on a shared network if there is no other, and on an external one for administrators only', async () => {
    const cleo = await cloud.person('cleo')
    const made = (kind: string, values: object) =>
      cloud.admin.network.post(`/v2.0/${kind}s`, { [kind]: values })
    const shared = (await made('network', { name: 'all', shared: true })).body.network
    await made('subnet', { network_id: shared.id, ip_version: 4, cidr: '10.30.0.0/24' })
    const outside = (await made('network', { name: 'out', 'router:external': true })).body.network
    await made('subnet', { network_id: outside.id, ip_version: 4, cidr: '10.31.0.0/24' })
    const hers = await bootServer(cleo, { imageRef: await makeImage(cleo), flavorRef: order.flavorRef })
    await serverInStatus(cleo, hers, 'ACTIVE')
    const plug = (interfaceAttachment: object) =>
      cleo.compute.post(`/servers/${hers}/os-interface`, { interfaceAttachment })
    const { status, body } = await plug({})
    assert.deepEqual([status, body.interfaceAttachment?.net_id], [200, shared.id])
    assert.equal((await plug({ net_id: outside.id })).status, 403)
    await cloud.settled()
    assert.equal((await cleo.compute.delete(`/servers/${hers}`)).status, 204)
    await serverGone(cleo, hers)
    assert.equal((await cloud.admin.network.delete(`/v2.0/networks/${shared.id}`)).status, 204)
  })

  it('cannot be attached without a network id if there are several networks', async () => {
    await makeNetwork(ada, { name: 'second', cidr: '10.21.0.0/24' })
    assert.deepEqual(messageOf(await attach({})), [
      400,
      'Multiple possible networks found, use a Network ID to be more specific.',
    ])
  })

  it('leave nothing behind when the host fails to attach them, and stay when it fails to detach them', async () => {
    hypervisor.failOn('attach-interface', { times: 1 })
    const { body } = await attach({ net_id: network.id })
    assert.deepEqual(await addresses(), [])
    assert.equal(await portOf(body.interfaceAttachment.port_id), undefined)
    await serverInStatus(ada, id, 'ACTIVE')

    const own = await makePort()
    hypervisor.failOn('attach-interface', { times: 1 })
    assert.equal((await attach({ port_id: own })).status, 200)
    assert.deepEqual(await addresses(), [])
    assert.equal((await portOf(own)).device_id, '', 'the user’s port is free again')

    assert.equal((await attach({ port_id: own })).status, 200)
    assert.equal((await addresses()).length, 1)
    hypervisor.failOn('detach-interface', { times: 1 })
    assert.equal((await detach(own)).status, 202)
    assert.equal((await addresses()).length, 1, 'it stays, as it was not detached')
    await detach(own)
    assert.deepEqual(await addresses(), [])
  })
})
