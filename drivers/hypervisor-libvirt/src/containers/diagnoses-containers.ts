import { type as hostOs } from 'node:os'
import type { DiagnosesServers } from '@nimbo/compute/driver/diagnostics'
import { procedures } from '@nimbo/libvirt/procedures'
import { mb, nicOf } from '../diagnose.ts'
import { readXml } from '../read-domain-xml.ts'
import type { ContainerDeps } from './container-deps.ts'

/** Reads libvirt's statistics of a container. It counts neither the time of each CPU nor what is read and written. */
export const diagnosesContainers = ({
  session,
  domains,
}: Pick<ContainerDeps, 'session' | 'domains'>): DiagnosesServers => ({
  diagnostics: async (id) => {
    const domain = await domains.get(id)
    const devices = readXml(await domains.xml(domain))
      .child('domain')
      .child('devices')
    const { maxMemory, memory } = await session.call(procedures.domainGetInfo, { domain })
    return {
      ...{ driver: 'libvirt', hypervisor: 'lxc', hypervisorOs: hostOs().toLowerCase() },
      uptimeSeconds: null,
      memory: { maximumMb: mb(maxMemory), usedMb: mb(memory) },
      cpus: [],
      nics: await Promise.all(devices.children('interface').map(nicOf({ session }, domain))),
      disks: [],
    }
  },
  volumeCounts: async () => [],
})
