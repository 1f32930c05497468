import {
  type DiagnosticsView,
  type NamedDiagnostics,
  showDiagnostics,
} from '@nimbo/contracts/compute/server-diagnostics'
import type { HostDiagnostics } from '@nimbo/contracts/compute-rpc/diagnostics'
import { microversion } from '@nimbo/operation/microversion'
import { handle } from '../handle.ts'

const sameOfAllDrivers = microversion('2.48')
const kibAMb = 1024

const nicView = ({ macAddress, rx, tx }: HostDiagnostics['nics'][number]) => ({
  mac_address: macAddress,
  ...{ rx_octets: rx.octets, rx_errors: rx.errors, rx_drop: rx.drops, rx_packets: rx.packets, rx_rate: null },
  ...{ tx_octets: tx.octets, tx_errors: tx.errors, tx_drop: tx.drops, tx_packets: tx.packets, tx_rate: null },
})

const view = (told: HostDiagnostics, configDrive: boolean): DiagnosticsView => ({
  config_drive: configDrive,
  state: 'running',
  driver: told.driver,
  hypervisor: told.hypervisor,
  hypervisor_os: told.hypervisorOs,
  uptime: told.uptimeSeconds,
  num_cpus: told.cpus.length,
  cpu_details: told.cpus.map(({ id, timeNs }) => ({ id, time: timeNs, utilisation: null })),
  num_nics: told.nics.length,
  nic_details: told.nics.map(nicView),
  num_disks: told.disks.length,
  disk_details: told.disks.map((disk) => ({
    ...{ read_bytes: disk.readBytes, read_requests: disk.readRequests },
    ...{ write_bytes: disk.writeBytes, write_requests: disk.writeRequests, errors_count: disk.errors },
  })),
  memory_details: { maximum: told.memory.maximumMb, used: told.memory.usedMb },
})

/** The format before 2.48, with the libvirt driver's names. */
const namedView = ({ cpus, disks, nics, memory }: HostDiagnostics): NamedDiagnostics =>
  Object.fromEntries([
    ...cpus.map(({ id, timeNs }) => [`cpu${id}_time`, timeNs] as const),
    ...disks.flatMap(({ device, ...disk }) => [
      [`${device}_read_req`, disk.readRequests] as const,
      [`${device}_read`, disk.readBytes] as const,
      [`${device}_write_req`, disk.writeRequests] as const,
      [`${device}_write`, disk.writeBytes] as const,
      [`${device}_errors`, disk.errors] as const,
    ]),
    ...nics.flatMap(({ device, ...nic }) =>
      (['rx', 'tx'] as const).flatMap((way) => [
        [`${device}_${way}`, nic[way].octets] as const,
        [`${device}_${way}_errors`, nic[way].errors] as const,
        [`${device}_${way}_drop`, nic[way].drops] as const,
        [`${device}_${way}_packets`, nic[way].packets] as const,
      ]),
    ),
    ['memory', memory.maximumMb * kibAMb],
    ...(memory.usedMb === null ? [] : [['memory-actual', memory.usedMb * kibAMb] as const]),
  ])

const show = handle(showDiagnostics, async ({ app, ctx, found, version }) => {
  const told = await app.servers.diagnose(ctx, found.server)
  return version >= sameOfAllDrivers ? view(told, found.server.server.configDrive) : namedView(told)
})

export const diagnosticsRoutes = [show]
