import assert from 'node:assert/strict'
import type { Client } from './client.ts'

export interface MadeNetwork {
  readonly id: string
  readonly subnetId: string
}

interface NetworkOptions {
  readonly name?: string
  readonly cidr?: string
  /** The allocation pool (default: all). A test that asks for a fixed address excludes it here, so that no other port gets it. */
  readonly pool?: { readonly start: string; readonly end: string }
}

/** Creates a network with one IPv4 subnet as a user. */
export const makeNetwork = async (
  { network }: Client,
  { name = 'private', cidr = '10.20.0.0/24', pool }: NetworkOptions = {},
): Promise<MadeNetwork> => {
  const created = await network.post('/v2.0/networks', { network: { name } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id } = created.body.network as { id: string }
  const subnet = await network.post('/v2.0/subnets', {
    subnet: {
      ...{ network_id: id, name: `${name}-v4`, ip_version: 4, cidr },
      ...(pool ? { allocation_pools: [pool] } : {}),
    },
  })
  assert.equal(subnet.status, 201, JSON.stringify(subnet.body))
  return { id, subnetId: subnet.body.subnet.id }
}
