import { type as hostOs } from 'node:os'
import type { DiagnosesServers, Diagnostics, InterfaceCounts } from '@nimbo/compute/driver/diagnostics'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { DriverDeps } from './driver-deps.ts'
import { readXml, type XmlNode } from './read-domain-xml.ts'

/** libvirt's counters have 64 bits; -1 means not available. */
const counted = (value: bigint): number => Math.max(0, Number(value))

export const mb = (kib: bigint): number => Math.round(Number(kib) / 1024)

/** Reads the counters of a network interface. */
export const nicOf =
  ({ session }: Pick<DriverDeps, 'session'>, domain: DomainRef) =>
  async (device: XmlNode): Promise<Diagnostics['nics'][number]> => {
    const name = device.child('target').attribute('dev') ?? ''
    const stats = await session.call(procedures.domainInterfaceStats, { domain, device: name })
    const way = (octets: bigint, packets: bigint, errors: bigint, drops: bigint): InterfaceCounts => ({
      octets: counted(octets),
      packets: counted(packets),
      errors: counted(errors),
      drops: counted(drops),
    })
    return {
      device: name,
      macAddress: device.child('mac').attribute('address') ?? '',
      rx: way(stats.rxBytes, stats.rxPackets, stats.rxErrors, stats.rxDrops),
      tx: way(stats.txBytes, stats.txPackets, stats.txErrors, stats.txDrops),
    }
  }

const diskOf =
  ({ session }: DriverDeps, domain: DomainRef) =>
  async (disk: XmlNode): Promise<Diagnostics['disks'][number]> => {
    const device = disk.child('target').attribute('dev') ?? ''
    const stats = await session.call(procedures.domainBlockStats, { domain, path: device })
    return {
      device,
      readBytes: counted(stats.readBytes),
      readRequests: counted(stats.readRequests),
      writeBytes: counted(stats.writeBytes),
      writeRequests: counted(stats.writeRequests),
      errors: counted(stats.errors),
    }
  }

/** Reads libvirt's statistics of a domain, which do not include the guest's uptime. */
export const diagnosesServers = (deps: DriverDeps): DiagnosesServers => ({
  volumeCounts: async (id, volumeIds) => {
    const domain = await deps.domains.get(id)
    const devices = readXml(await deps.domains.xml(domain))
      .child('domain')
      .child('devices')
    // The serial number of a disk is the id of its volume.
    const volumes = devices.children('disk').flatMap((disk) => {
      const volumeId = disk.child('serial').text
      return volumeId !== undefined && volumeIds.includes(volumeId) ? [{ volumeId, disk }] : []
    })
    return Promise.all(
      volumes.map(async ({ volumeId, disk }) => {
        const counted = await diskOf(deps, domain)(disk)
        return {
          volumeId,
          ...{ reads: counted.readRequests, readBytes: counted.readBytes },
          ...{ writes: counted.writeRequests, writeBytes: counted.writeBytes },
        }
      }),
    )
  },
  diagnostics: async (id) => {
    const { session, domains } = deps
    const domain = await domains.get(id)
    const described = readXml(await domains.xml(domain)).child('domain')
    const devices = described.child('devices')
    const info = await session.call(procedures.domainGetInfo, { domain })
    const asked = { domain, count: info.vcpus, mapLength: 0 }
    const { cpus } = await session.call(procedures.domainGetVcpus, asked)
    // A virtual function that was passed to the guest has no device on the host to count at.
    const nics = devices
      .children('interface')
      .filter((nic) => nic.child('target').attribute('dev') !== undefined)
    const disks = devices.children('disk').filter((disk) => disk.attribute('device') !== 'cdrom')
    return {
      driver: 'libvirt',
      hypervisor: described.attribute('type') ?? 'qemu',
      hypervisorOs: hostOs().toLowerCase(),
      uptimeSeconds: null,
      memory: { maximumMb: mb(info.maxMemory), usedMb: mb(info.memory) },
      cpus: cpus.map(({ number, timeNs }) => ({ id: number, timeNs: counted(timeNs) })),
      nics: await Promise.all(nics.map(nicOf(deps, domain))),
      disks: await Promise.all(disks.map(diskOf(deps, domain))),
    }
  },
})
