import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** Total and used addresses of a subnet. */
const OfSubnet = view({
  subnet_id: Type.String(),
  subnet_name: Type.String(),
  ip_version: Type.Integer(),
  cidr: Type.String(),
  total_ips: Type.Number(),
  used_ips: Type.Integer(),
})

/** The same of a network, summed over its subnets. */
export const NetworkIpAvailability = view({
  network_id: Type.String(),
  network_name: Type.String(),
  project_id: Type.String(),
  tenant_id: Type.String(),
  subnet_ip_availability: Type.Array(OfSubnet),
  total_ips: Type.Number(),
  used_ips: Type.Integer(),
})
export type NetworkIpAvailability = Static<typeof NetworkIpAvailability>

const Text = Type.Optional(Type.Array(Type.String()))

export const listNetworkIpAvailabilities = operation({
  id: 'network_ip_availabilities.list',
  method: 'GET',
  path: '/network-ip-availabilities',
  summary: 'List how many addresses of networks are used',
  rule: 'get_network_ip_availability',
  on: each,
  query: Type.Object({
    network_id: Text,
    network_name: Text,
    tenant_id: Text,
    project_id: Text,
    ip_version: Text,
  }),
  replies: { 200: view({ network_ip_availabilities: Type.Array(NetworkIpAvailability) }) },
})

export const showNetworkIpAvailability = operation({
  id: 'network_ip_availabilities.show',
  method: 'GET',
  path: '/network-ip-availabilities/{network_id}',
  summary: 'Show how many addresses of a network are used',
  rule: 'get_network_ip_availability',
  on: found('network_ip_availability'),
  replies: { 200: view({ network_ip_availability: NetworkIpAvailability }) },
  errors: ['NetworkNotFound'],
})
