import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { sampleCell, sampleTopology } from '../../domain/numa/host-topology.testing.ts'
import { hostDevices } from '../pci/host-devices.ts'
import { resourceTracker } from './resource-tracker.ts'

const claim = (serverId: string, memoryMb: number) => ({ serverId, node: 'n', vcpus: 1, memoryMb, diskGb: 1 })

describe('the resource tracker', () => {
  it('refuses a claim that does not fit, counts a repeated claim once, and frees a released one', () => {
    const tracker = resourceTracker()
    tracker.setCapacity('n', { vcpus: 4, memoryMb: 1000, diskGb: 10 })
    tracker.claim(claim('a', 600))
    tracker.claim(claim('a', 600))
    assert.throws(
      () => tracker.claim(claim('b', 500)),
      (error) => isFault(error, 'InsufficientResources'),
    )
    assert.deepEqual(tracker.usage('n'), { vcpus: 1, memoryMb: 600, diskGb: 1, servers: 1 })
    tracker.release('a')
    tracker.claim(claim('b', 500))
    assert.equal(tracker.usage('n').servers, 1)
  })

  it('counts a server that is already on the host, even if it does not fit', () => {
    const tracker = resourceTracker()
    tracker.setCapacity('n', { vcpus: 1, memoryMb: 10, diskGb: 1 })
    tracker.adopt(claim('a', 600))
    assert.equal(tracker.usage('n').memoryMb, 600)
  })

  it('places a server with a NUMA topology where its devices are, and others where none are', () => {
    const gpu = { address: '0000:81:00.0', vendorId: '10de', productId: '1eb8', type: 'type-PCI' } as const
    const devices = hostDevices()
    devices.setOffered('n', [{ ...gpu, numaNode: 1 }])
    const tracker = resourceTracker(devices)
    tracker.setCapacity('n', { vcpus: 8, memoryMb: 4096, diskGb: 10 })
    const cells = sampleTopology(sampleCell(0, { memoryMb: 2048 }), sampleCell(1, { memoryMb: 2048 }))
    tracker.setCells('n', cells, { pack: false, namesShared: false })
    const numaTopology = { cells: [{ cpuset: [0], pcpuset: [], memoryMb: 600 }] }
    const pci = [{ id: 'r', count: 1, wishes: [{ vendorId: '10de' }] }]

    const placed = tracker.claim({ ...claim('a', 600), numaTopology, pci })
    assert.deepEqual([placed?.cells[0]?.hostCell, devices.heldBy('a').length], [1, 1])
    assert.throws(
      () => tracker.claim({ ...claim('b', 600), numaTopology, pci }),
      /too few free PCI devices near the NUMA cell 0; has too few free PCI devices near the NUMA cell 1/,
    )
    tracker.release('a')
    assert.equal(tracker.claim({ ...claim('c', 600), numaTopology })?.cells[0]?.hostCell, 0)
  })
})
