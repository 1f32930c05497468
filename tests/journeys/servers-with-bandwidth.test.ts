import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Answer, Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'

const at = (minor: number) => ({ 'openstack-api-version': `compute 2.${minor}` })
const egress = 'NET_BW_EGR_KILOBIT_PER_SEC'
const packets = 'NET_PACKET_RATE_KILOPACKET_PER_SEC'
const environment = {
  OS_LINUX_BRIDGE__RESOURCE_PROVIDER_BANDWIDTHS: 'rp_tunnelled:2500:2500',
  OS_LINUX_BRIDGE__RESOURCE_PROVIDER_PACKET_PROCESSING_WITHOUT_DIRECTION: ':90',
}

inEachShape(
  'servers whose ports have minimum bandwidth',
  { hosts: 2, environment, distributedByName: true },
  (cloud) => {
    let ada: Client
    let network: { readonly id: string }
    let policyId = ''
    let order: Record<string, unknown>

    before(async () => {
      ada = await cloud().person('ada')
      network = await makeNetwork(ada)
      order = { imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud().admin, {}) }
      const { admin } = cloud()
      const policies = '/v2.0/qos/policies'
      policyId = (await admin.network.post(policies, { policy: { name: 'promised', shared: true } })).body
        .policy.id
      const bandwidth = { minimum_bandwidth_rule: { min_kbps: 1000, direction: 'egress' } }
      await admin.network.post(`${policies}/${policyId}/minimum_bandwidth_rules`, bandwidth)
      const rate = { minimum_packet_rate_rule: { min_kpps: 30, direction: 'any' } }
      await admin.network.post(`${policies}/${policyId}/minimum_packet_rate_rules`, rate)
      await eventually(async () => {
        for (const host of cloud().hosts.names) await providerOf(`${host}:`, ':rp_tunnelled')
      })
    })

    const providers = async (): Promise<readonly Loose[]> =>
      (await admin().placement.get('/resource_providers')).body.resource_providers
    const admin = () => cloud().admin
    const providerOf = async (start: string, end: string): Promise<string> => {
      const found = (await providers()).find(({ name }) => name.startsWith(start) && name.endsWith(end))
      assert.ok(found, `${start}…${end}`)
      return found.uuid
    }
    const makePort = async (more: object = { qos_policy_id: policyId }): Promise<string> => {
      const made = await admin().network.post('/v2.0/ports', {
        port: { network_id: network.id, project_id: ada.projectId, ...more },
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.port.id
    }
    const boot = async (port: string): Promise<string> => {
      const id = await bootServer(withVersion(ada, 72), { ...order, networks: [{ port }] })
      await serverInStatus(ada, id, 'ACTIVE')
      return id
    }
    const hostOf = async (id: string) => (await showServer(admin(), id))['OS-EXT-SRV-ATTR:host'] ?? ''
    const allocations = async (consumer: string): Promise<Loose> =>
      (await admin().placement.get(`/allocations/${consumer}`)).body.allocations
    const portShown = async (id: string): Promise<Loose> =>
      (await admin().network.get(`/v2.0/ports/${id}`)).body.port

    /** The server has allocations for its ports on its host, and the binding profiles of the ports name the providers. */
    const assertServed = async (id: string, ports: readonly string[], host: string): Promise<void> => {
      const device = await providerOf(`${host}:`, ':rp_tunnelled')
      const held = await allocations(id)
      const nodes = (await admin().placement.get(`/resource_providers?name=${host}`)).body.resource_providers
      const amounts = Object.values<Loose>(held).map(({ resources }) => resources)
      assert.equal(held[device].resources[egress], 1000 * ports.length)
      assert.equal(
        amounts.reduce((sum, one) => sum + (one[packets] ?? 0), 0),
        30 * ports.length,
      )
      assert.ok(nodes[0].uuid in held)
      assert.equal(
        Object.keys(held).length,
        3,
        'allocations on the providers of the host, the agent and the device',
      )
      for (const each of ports) {
        const port = await portShown(each)
        assert.equal(port['binding:host_id'], host)
        const { allocation } = port['binding:profile']
        const [bandwidth] = port.resource_request.request_groups.filter(
          ({ resources }: Loose) => egress in resources,
        )
        assert.equal(allocation[bandwidth.id], device)
        assert.equal(Object.keys(allocation).length, 2)
      }
    }
    const assertFreed = async (port: string): Promise<void> => {
      for (const host of cloud().hosts.names) {
        const { usages } = (
          await admin().placement.get(
            `/resource_providers/${await providerOf(`${host}:`, ':rp_tunnelled')}/usages`,
          )
        ).body
        assert.equal(usages[egress] ?? 0, 0, host)
      }
      assert.ok(!('allocation' in (await portShown(port))['binding:profile']))
    }
    const migrations = async (id: string): Promise<Loose> =>
      (await admin().compute.get(`/os-migrations?instance_uuid=${id}`)).body.migrations[0]
    const evacuate = async (id: string, host: string): Promise<void> => {
      const services = `/os-services?host=${host}&binary=nova-compute`
      const [service] = (await admin().compute.get(services, at(53))).body.services
      const setDown = async (forced_down: boolean) =>
        admin().compute.put(`/os-services/${service.id}`, { forced_down }, at(53))
      await setDown(true)
      const asked = await admin().compute.post(`/servers/${id}/action`, { evacuate: {} }, at(93))
      assert.equal(asked.status, 200, JSON.stringify(asked.body))
      await serverInStatus(ada, id, 'ACTIVE')
      await setDown(false)
      await eventually(async () => assert.equal((await migrations(id)).status, 'done'))
    }
    const ends = async (id: string, port: string): Promise<void> => {
      assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
      await serverGone(ada, id)
      await assertFreed(port)
      await assertNoOrphans(admin())
    }

    it('are refused before microversion 2.72', async () => {
      const port = await makePort()
      const ask = (minor: number): Promise<Answer<Loose>> =>
        ada.compute.post('/servers', { server: { name: 'new', ...order, networks: [{ port }] } }, at(minor))
      const refused = await ask(71)
      assert.deepEqual(
        [refused.status, refused.body.badRequest?.message],
        [
          400,
          'Creating servers with ports having resource requests, like a port with a QoS minimum bandwidth policy, is not supported until microversion 2.72.',
        ],
      )
      const made = await ask(72)
      assert.equal(made.status, 202)
      const { id } = made.body.server
      await serverInStatus(ada, id, 'ACTIVE')
      await assertServed(id, [port], await hostOf(id))
      await ends(id, port)
    })

    it('have the allocation of their port on whichever host they move to, and free it when deleted', async () => {
      const port = await makePort()
      const id = await boot(port)
      const first = await hostOf(id)
      const second = cloud().hosts.names.find((name) => name !== first) ?? ''
      await act(admin(), id, { migrate: null })
      await serverInStatus(ada, id, 'VERIFY_RESIZE')
      await assertServed(id, [port], second)
      const { uuid } = (await admin().compute.get(`/os-migrations?instance_uuid=${id}`, at(59))).body
        .migrations[0]
      const kept = await allocations(uuid)
      assert.equal(kept[await providerOf(`${first}:`, ':rp_tunnelled')].resources[egress], 1000)
      await act(ada, id, { revertResize: null })
      await serverInStatus(ada, id, 'ACTIVE')
      await assertServed(id, [port], first)
      assert.deepEqual(await allocations(uuid), {})

      await act(admin(), id, { migrate: null })
      await serverInStatus(ada, id, 'VERIFY_RESIZE')
      assert.equal((await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })).status, 204)
      await serverInStatus(ada, id, 'ACTIVE')
      await assertServed(id, [port], second)

      const live = { 'os-migrateLive': { block_migration: 'auto', host: null } }
      assert.equal((await admin().compute.post(`/servers/${id}/action`, live, at(93))).status, 202)
      await eventually(async () => assert.equal((await migrations(id)).status, 'completed'))
      await serverInStatus(ada, id, 'ACTIVE')
      await assertServed(id, [port], first)

      await evacuate(id, first)
      await eventually(() => assertServed(id, [port], second))

      await act(ada, id, { shelve: null })
      await serverInStatus(ada, id, 'SHELVED_OFFLOADED')
      await eventually(() => assertFreed(port))
      await act(ada, id, { unshelve: null })
      await serverInStatus(ada, id, 'ACTIVE')
      await assertServed(id, [port], await hostOf(id))
      await ends(id, port)
    })

    it('find no host when all bandwidth is allocated, and cannot attach such a port then', async () => {
      const ports = [await makePort(), await makePort(), await makePort(), await makePort(), await makePort()]
      const ids: string[] = []
      for (const port of ports.slice(0, 4)) ids.push(await boot(port))
      const [last = ''] = ports.slice(4)
      const refused = await bootServer(withVersion(ada, 72), { ...order, networks: [{ port: last }] })
      const { fault } = await serverInStatus(ada, refused, 'ERROR')
      assert.match(fault?.message ?? '', /No valid host was found/)
      assert.ok(!('allocation' in (await portShown(last))['binding:profile']))
      const attached = await ada.compute.post(`/servers/${ids[0]}/os-interface`, {
        interfaceAttachment: { port_id: last },
      })
      assert.deepEqual(
        [attached.status, attached.body.badRequest?.message],
        [400, `Failed to allocate additional resources to ${ids[0]} during interface attach`],
      )
      for (const id of [...ids, refused]) {
        assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
        await serverGone(ada, id)
      }
      await assertFreed(last)
    })

    it('get an allocation when such a port is attached, and lose it when the port is detached or deleted', async () => {
      const port = await makePort()
      const id = await boot(port)
      const host = await hostOf(id)
      const another = await makePort()
      const plugged = await ada.compute.post(`/servers/${id}/os-interface`, {
        interfaceAttachment: { port_id: another },
      })
      assert.equal(plugged.status, 200, JSON.stringify(plugged.body))
      await serverInStatus(ada, id, 'ACTIVE')
      await eventually(() => assertServed(id, [port, another], host))
      assert.equal((await ada.compute.delete(`/servers/${id}/os-interface/${another}`)).status, 202)
      await eventually(() => assertServed(id, [port], host))
      assert.ok(!('allocation' in (await portShown(another))['binding:profile']))
      assert.equal((await admin().network.delete(`/v2.0/ports/${port}`)).status, 204)
      const device = await providerOf(`${host}:`, ':rp_tunnelled')
      await eventually(async () => assert.ok(!(device in (await allocations(id)))))
      await ends(id, another)
    })

    const policyWith = async (min_kbps: number): Promise<string> => {
      const { policy } = (await admin().network.post('/v2.0/qos/policies', { policy: { name: 'other' } }))
        .body
      const body = { minimum_bandwidth_rule: { min_kbps, direction: 'egress' } }
      const rules = `/v2.0/qos/policies/${policy.id}/minimum_bandwidth_rules`
      assert.equal((await admin().network.post(rules, body)).status, 201)
      return policy.id
    }
    /** What is allocated to a server of the given device, and on how many providers it has packet rate. */
    const promisedTo = async (id: string, device: string): Promise<Loose> => {
      const { [device]: bandwidth, ...others } = await allocations(id)
      const packetsHeld = Object.values<Loose>(others).filter(({ resources }) => packets in resources)
      return { bandwidth: bandwidth?.resources ?? {}, packets: packetsHeld.length }
    }

    it('have the allocation changed when their port gets another QoS policy, if the host has room', async () => {
      const port = await makePort()
      const id = await boot(port)
      const host = await hostOf(id)
      const device = await providerOf(`${host}:`, ':rp_tunnelled')
      const change = (qos_policy_id: string | null) =>
        admin().network.put(`/v2.0/ports/${port}`, { port: { qos_policy_id } })
      const promisedOnly = () => promisedTo(id, device)

      assert.equal((await change(await policyWith(2000))).status, 200)
      assert.deepEqual(await promisedOnly(), { bandwidth: { [egress]: 2000 }, packets: 0 })
      const changed = await portShown(port)
      const [group] = changed.resource_request.request_groups
      assert.deepEqual(changed['binding:profile'].allocation, { [group.id]: device })

      const refused = await change(await policyWith(3000))
      assert.deepEqual(
        [refused.status, refused.body.NeutronError.type],
        [409, 'QosPlacementAllocationUpdateConflict'],
      )
      assert.deepEqual(await promisedOnly(), { bandwidth: { [egress]: 2000 }, packets: 0 })
      assert.equal((await portShown(port)).qos_policy_id, changed.qos_policy_id)

      assert.equal((await change(null)).status, 200)
      assert.deepEqual(await promisedOnly(), { bandwidth: {}, packets: 0 })
      await assertFreed(port)
      // The port has no allocation now, so a new minimum is enforced on the host but not allocated in placement.
      assert.equal((await change(policyId)).status, 200)
      assert.deepEqual(await promisedOnly(), { bandwidth: {}, packets: 0 })
      await ends(id, port)
    })

    it('have the allocation changed when the network gets another QoS policy and their port has none', async () => {
      const governed = await makeNetwork(ada)
      const change = async (qos_policy_id: string | null): Promise<void> => {
        const changed = await admin().network.put(`/v2.0/networks/${governed.id}`, {
          network: { qos_policy_id },
        })
        assert.deepEqual([changed.status, changed.body.network.qos_policy_id], [200, qos_policy_id])
      }
      await change(policyId)
      const inheriting = await makePort({ network_id: governed.id })
      const id = await boot(inheriting)
      const device = await providerOf(`${await hostOf(id)}:`, ':rp_tunnelled')
      const own = await makePort({ network_id: governed.id, qos_policy_id: policyId })
      const other = await boot(own)
      const heldByOther = await allocations(other)
      const allocation = async () => (await portShown(inheriting))['binding:profile'].allocation

      await change(await policyWith(1500))
      assert.deepEqual(await promisedTo(id, device), { bandwidth: { [egress]: 1500 }, packets: 0 })
      const [group] = (await portShown(inheriting)).resource_request.request_groups
      assert.deepEqual(await allocation(), { [group.id]: device })

      // The network gets the policy, but no host has that much bandwidth, so the allocation stays.
      await change(await policyWith(3000))
      assert.deepEqual(await promisedTo(id, device), { bandwidth: { [egress]: 1500 }, packets: 0 })
      assert.deepEqual(await allocation(), { [group.id]: device })

      assert.deepEqual(
        await allocations(other),
        heldByOther,
        'a port with a policy of its own keeps its allocation',
      )
      assert.equal((await ada.compute.delete(`/servers/${other}`)).status, 204)
      await serverGone(ada, other)
      await ends(id, inheriting)
    })

    it('fail on a network whose QoS policy has a minimum when compute is to create the port', async () => {
      const promised = await makeNetwork(ada)
      const changes = { network: { qos_policy_id: policyId } }
      assert.equal((await admin().network.put(`/v2.0/networks/${promised.id}`, changes)).status, 200)
      const id = await bootServer(ada, { ...order, networks: [{ uuid: promised.id }] })
      const { fault } = await serverInStatus(ada, id, 'ERROR')
      assert.match(fault?.message ?? '', /: Using networks with QoS policy is not supported for instance/)
      const whole = await boot(await makePort({}))
      const refused = await ada.compute.post(`/servers/${whole}/os-interface`, {
        interfaceAttachment: { net_id: promised.id },
      })
      assert.deepEqual(
        [refused.status, refused.body.badRequest?.message],
        [
          400,
          `Using networks with QoS policy is not supported for instance ${whole}. (Network ID is ${promised.id})`,
        ],
      )
    })
  },
)

/** The same person, whose POST requests to compute have this microversion unless a request names one. */
const withVersion = (person: Client, minor: number): Client => ({
  ...person,
  compute: {
    ...person.compute,
    post: (path, body, headers) => person.compute.post(path, body, { ...at(minor), ...headers }),
  },
})
