import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { claimForPorts, portAllocationsFrom } from './claim-for-ports.ts'
import type { PortRequest } from './port-requests.ts'

const egress = 'NET_BW_EGR_KILOBIT_PER_SEC'
const portOn = (portId: string, wire: string, amount: number): PortRequest => ({
  portId,
  groups: [{ id: `${portId}-group`, required: [wire], resources: { [egress]: amount } }],
  sameSubtree: [],
})
const server = { node: { resources: { VCPU: 1 } } }

describe('the allocation of a server for its ports', () => {
  it('is assigned to the ports by amounts and traits', () => {
    const requests = [portOn('a', 'CUSTOM_RED', 1000), portOn('b', 'CUSTOM_BLUE', 1000)]
    const held = { ...server, x: { resources: { [egress]: 1000 } }, y: { resources: { [egress]: 1000 } } }
    const traits = new Map([
      ['x', ['CUSTOM_BLUE']],
      ['y', ['CUSTOM_RED']],
    ])
    assert.deepEqual(portAllocationsFrom(requests, held, traits), {
      a: { 'a-group': 'y' },
      b: { 'b-group': 'x' },
    })
  })

  it('is assigned so that every port gets its share, even if the first could take another’s only match', () => {
    const requests = [portOn('small', 'CUSTOM_RED', 100), portOn('large', 'CUSTOM_RED', 300)]
    const held = { ...server, x: { resources: { [egress]: 300 } }, y: { resources: { [egress]: 100 } } }
    const traits = new Map([
      ['x', ['CUSTOM_RED']],
      ['y', ['CUSTOM_RED']],
    ])
    assert.deepEqual(portAllocationsFrom(requests, held, traits), {
      small: { 'small-group': 'y' },
      large: { 'large-group': 'x' },
    })
  })

  it('is not assigned if a port requests something else by now', () => {
    const held = { ...server, x: { resources: { [egress]: 100 } } }
    const traits = new Map([['x', ['CUSTOM_RED']]])
    assert.equal(portAllocationsFrom([portOn('a', 'CUSTOM_RED', 200)], held, traits), undefined)
  })

  it('is set to the share of its ports, also when written twice, and holds nothing for them when they are gone', () => {
    const change = claimForPorts([portOn('a', 'CUSTOM_RED', 100), portOn('b', 'CUSTOM_RED', 50)], {
      a: { 'a-group': 'x' },
      b: { 'b-group': 'x' },
    })
    const both = { ...server, x: { resources: { [egress]: 150 } } }
    assert.deepEqual(change(server), both)
    assert.deepEqual(change(both), both)
    assert.deepEqual(claimForPorts([], {})(both), server)
  })
})
