import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { sampleServer } from '../../domain/servers/server.testing.ts'
import { chooseDestination } from './choose-destination.ts'

const ofHosts = defineErrors({
  PciDeviceRequestFailed: fault('conflict', () => 'another server took the last device'),
  UnsupportedHardware: fault('badRequest', () => 'no host can do that'),
})

test('a server moves to an alternate when its host has no free PCI device left, and not when none can help', () => {
  const alternate = { host: 'b', node: 'b', nodeId: 'node-of-b', cellId: '', availabilityZone: 'nova' }
  const alternates = [{ ...alternate, allocations: {} }]
  const { flavor } = sampleServer()
  const state = { serverId: newId<ServerId>(), flavor, ignoreHosts: [], alternates }
  const again = chooseDestination.again
  assert.deepEqual(again?.(ofHosts.PciDeviceRequestFailed(), state), { remaining: alternates })
  assert.equal(again?.(ofHosts.UnsupportedHardware(), state), undefined)
})
