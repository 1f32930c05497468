import assert from 'node:assert/strict'
import { it } from 'node:test'
import { usualPolicyOf } from './usual-policy.ts'

it('cumulative meters get an archive policy with rates by default, and no others do', () => {
  const rates = [
    'cpu',
    'network.incoming.bytes',
    'network.outgoing.packets.error',
    'disk.device.read.requests',
  ]
  const others = [
    'cpu.frequency',
    'memory',
    'network.services.vpn',
    'disk.device.read.latency',
    'disk.device.usage',
  ]
  assert.deepEqual(rates.map(usualPolicyOf), Array(rates.length).fill('ceilometer-low-rate'))
  assert.deepEqual(others.map(usualPolicyOf), Array(others.length).fill('ceilometer-low'))
})
