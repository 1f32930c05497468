import assert from 'node:assert/strict'
import type { Client } from './client.ts'

export interface RoutedNetwork {
  readonly id: string
  readonly segmentId: string
}

/** Creates a shared network with one segment, on a physical network, and a subnet of that segment as an admin. */
export const makeRoutedNetwork = async (
  { network }: Client,
  physicalNetwork: string,
): Promise<RoutedNetwork> => {
  const wire = { 'provider:network_type': 'flat', 'provider:physical_network': physicalNetwork }
  const made = await network.post('/v2.0/networks', { network: { name: 'routed', shared: true, ...wire } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const network_id = made.body.network.id
  const { segments } = (await network.get(`/v2.0/segments?network_id=${network_id}`)).body
  const segment_id = segments[0].id
  const subnet = { network_id, segment_id, ip_version: 4, cidr: '10.90.0.0/24' }
  assert.equal((await network.post('/v2.0/subnets', { subnet })).status, 201)
  return { id: network_id, segmentId: segment_id }
}
