import type { DiagnosesServers } from '@nimbo/compute/driver/diagnostics'
import type { FakeParts } from './fake-power.ts'
import type { FakeVolumeCounts } from './fake-volume-counts.ts'

const nothing = { octets: 0, packets: 0, errors: 0, drops: 0 }

/** Fake guests have no statistics but what a test says they did with volumes, only the devices they were given. */
export const fakeDiagnoses = (
  { book }: FakeParts,
  counts: Pick<FakeVolumeCounts, 'of'>,
): DiagnosesServers => ({
  volumeCounts: async (id, volumeIds) =>
    book
      .need(id)
      .volumeIds.filter((one) => volumeIds.includes(one))
      .map(counts.of),
  diagnostics: async (id) => {
    const { vcpus = 1, memoryMb = 0, portIds, macs = {}, volumeIds } = book.need(id)
    const idle = { readBytes: 0, readRequests: 0, writeBytes: 0, writeRequests: 0, errors: 0 }
    return {
      // Clients expect the name of a real driver; Nova's fake driver returns this, too.
      driver: 'libvirt',
      hypervisor: 'fake',
      hypervisorOs: 'linux',
      uptimeSeconds: null,
      memory: { maximumMb: memoryMb, usedMb: null },
      cpus: Array.from({ length: vcpus }, (_, cpu) => ({ id: cpu, timeNs: 0 })),
      nics: portIds.map((port) => ({
        device: `tap${port.slice(0, 11)}`,
        macAddress: macs[port] ?? '',
        rx: nothing,
        tx: nothing,
      })),
      disks: Array.from({ length: Math.max(1, volumeIds.length) }, (_, index) => ({
        device: `vd${String.fromCharCode('a'.charCodeAt(0) + index)}`,
        ...idle,
      })),
    }
  },
})
