import assert from 'node:assert/strict'
import type { Facts } from '@nimbo/http/route'
import type { Client } from '@nimbo/testkit/client'

type Made = Readonly<Record<string, Facts>>

/** Makes what a kind needs beyond its description, and returns attributes; called when the earlier kinds exist. */
export type Need = (admin: Client, made: Made) => Promise<Facts>

const post = async (admin: Client, path: string, name: string, values: Facts): Promise<Facts> => {
  const reply = await admin.network.post(`/v2.0/${path}`, { [name]: values })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body[name]
}

const put = async (admin: Client, path: string, body: Facts): Promise<void> => {
  const reply = await admin.network.put(`/v2.0/${path}`, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

const join = (admin: Client, { router }: Made, subnetId: unknown): Promise<void> =>
  put(admin, `routers/${router?.id}/add_router_interface`, { subnet_id: subnetId })

/** A port forwarding needs a router on the network of the port. */
const forwarding: Need = async (admin, made) => {
  await join(admin, made, made.subnet?.id)
  return { internal_port: 80, external_port: 80 }
}

/** An NDP proxy needs IPv6 subnets on the external and the internal network of its router. */
const proxy =
  (outside: string): Need =>
  async (admin, made) => {
    const ipv6 = { ip_version: 6, enable_dhcp: false }
    await post(admin, 'subnets', 'subnet', { ...ipv6, network_id: outside, cidr: '2001:db8:1::/64' })
    const network_id = made.network?.id
    const { id } = await post(admin, 'subnets', 'subnet', { ...ipv6, network_id, cidr: '2001:db8:2::/64' })
    await join(admin, made, id)
    await put(admin, `routers/${made.router?.id}`, { router: { enable_ndp_proxy: true } })
    const port = await post(admin, 'ports', 'port', { network_id, fixed_ips: [{ subnet_id: id }] })
    return { port_id: port.id, router_id: made.router?.id }
  }

const firstAddress = (port: Facts | undefined): unknown => {
  const [first] = Array.isArray(port?.fixed_ips) ? port.fixed_ips : []
  return first?.ip_address
}

/** The needs of kinds, by the name of the kind. */
export const networkNeeds = async (admin: Client): Promise<Readonly<Record<string, Need>>> => {
  const { id } = await post(admin, 'networks', 'network', { 'router:external': true })
  const subnet = { network_id: id, ip_version: 4, cidr: '198.51.100.0/24', enable_dhcp: false }
  await post(admin, 'subnets', 'subnet', subnet)
  return {
    floatingip: async () => ({ floating_network_id: id }),
    router: async () => ({ external_gateway_info: { network_id: id } }),
    port_forwarding: forwarding,
    ndp_proxy: proxy(String(id)),
    segment: async (_, { network }) => ({ network_id: network?.id }),
    local_ip: async (_, { port }) => ({ local_port_id: port?.id, local_ip_address: firstAddress(port) }),
    port_association: async (_, { port }) => ({ fixed_port_id: port?.id, fixed_ip: firstAddress(port) }),
  }
}
