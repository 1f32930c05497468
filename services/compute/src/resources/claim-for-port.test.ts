import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HeldClaimChange } from '@nimbo/clients/change-held-claim'
import type { Port } from '@nimbo/clients/network'
import { internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { claimAnew, claimForPort } from './claim-for-port.ts'

const ctx = internalContext()
const server = newId<ServerId>()
const bandwidth = (amount: number) => ({ NET_BW_EGR_KILOBIT_PER_SEC: amount })

type BandwidthPort = Pick<Port, 'id' | 'device_id' | 'binding:profile' | 'resource_request'>

const port = (id: string, device_id: string, amount: number): BandwidthPort => ({
  ...{ id, device_id },
  'binding:profile': { allocation: { [`group-${id}`]: 'bridge' } },
  resource_request: {
    request_groups: [{ id: `group-${id}`, required: [], resources: bandwidth(amount) }],
    same_subtree: [],
  },
})

/** A network service, and a placement that retries a change if the generation of the consumer changed meanwhile. */
const twoServices = (ports: BandwidthPort[]) => {
  const claim = {
    held: { bridge: { resources: bandwidth(1000) } } as Parameters<HeldClaimChange>[0],
    generation: 1,
  }
  let beforeWriting = async (): Promise<void> => {}
  const changeClaim = async (_ctx: unknown, _id: string, change: HeldClaimChange): Promise<boolean> => {
    for (;;) {
      const { generation } = claim
      const next = await change(claim.held)
      const others = beforeWriting
      beforeWriting = async () => {}
      await others()
      if (generation !== claim.generation) continue
      Object.assign(claim, { held: next, generation: generation + 1 })
      return true
    }
  }
  const network = {
    ports: async (_ctx: unknown, query: { readonly id?: readonly string[]; readonly device_id?: string }) =>
      ports.filter(({ id, device_id }) => query.id?.includes(id) ?? device_id === query.device_id),
  }
  return {
    claim,
    network: network as never,
    placement: { changeClaim } as never,
    meanwhile: (others: () => Promise<void>) => {
      beforeWriting = others
    },
  }
}

describe('the allocation of a server for its ports', () => {
  it('keeps the share of a port that is attached while that of a deleted port is removed', async () => {
    const ports = [port('old', server, 1000), port('new', '', 500)]
    const { claim, meanwhile, ...services } = twoServices(ports)
    const recorded = ['old']
    const holder = { id: server, recordedPorts: async () => [...recorded] }
    meanwhile(async () => {
      recorded.push('new')
      await claimForPort(services, ctx, holder, { portId: 'new', treeOf: async () => undefined })
    })
    ports.shift()
    await claimAnew(services, ctx, holder)
    assert.deepEqual(claim.held, { bridge: { resources: bandwidth(500) } })
  })

  it('does not count a recorded port that belongs to another server by now', async () => {
    const {
      claim,
      meanwhile: _,
      ...services
    } = twoServices([port('old', server, 700), port('gone', 'another', 300)])
    await claimAnew(services, ctx, { id: server, recordedPorts: async () => ['old', 'gone'] })
    assert.deepEqual(claim.held, { bridge: { resources: bandwidth(700) } })
  })
})
