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

describe('what a server holds for its ports', () => {
  it('is found again by amounts and traits', () => {
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

  it('is found when the first that fits is not for the first that asks', () => {
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

  it('is not guessed when ports request something else by now', () => {
    const held = { ...server, x: { resources: { [egress]: 100 } } }
    const traits = new Map([['x', ['CUSTOM_RED']]])
    assert.equal(portAllocationsFrom([portOn('a', 'CUSTOM_RED', 200)], held, traits), undefined)
  })

  it('becomes what they were given, however often that is written, and nothing when they are gone', () => {
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
