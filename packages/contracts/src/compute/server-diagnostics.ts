import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'

const number = nullable(Type.Integer())

const Nic = view({
  mac_address: nullable(Type.String()),
  ...{ rx_octets: number, rx_errors: number, rx_drop: number, rx_packets: number, rx_rate: number },
  ...{ tx_octets: number, tx_errors: number, tx_drop: number, tx_packets: number, tx_rate: number },
})

const Disk = view({
  ...{ read_bytes: number, read_requests: number, write_bytes: number, write_requests: number },
  errors_count: number,
})

/** The standardised format. */
const Diagnostics = view({
  config_drive: Type.Boolean(),
  state: Type.String(),
  driver: Type.String(),
  hypervisor: Type.String(),
  hypervisor_os: Type.String(),
  uptime: number,
  num_cpus: Type.Integer(),
  cpu_details: Type.Array(view({ id: number, time: number, utilisation: number })),
  num_nics: Type.Integer(),
  nic_details: Type.Array(Nic),
  num_disks: Type.Integer(),
  disk_details: Type.Array(Disk),
  memory_details: view({ maximum: number, used: number }),
})
export type DiagnosticsView = Static<typeof Diagnostics>

/** Keys depend on the guest's devices: `cpu0_time`, `vda_read`, `tap…_rx`. */
const Named = Type.Record(Type.String(), Type.Integer())
export type NamedDiagnostics = Static<typeof Named>

export const showDiagnostics = operation({
  id: 'servers.diagnostics.show',
  method: 'GET',
  path: '/servers/{server_id}/diagnostics',
  summary: 'Show what the guest of a server did since it was started',
  rule: 'os_compute_api:os-server-diagnostics',
  on: found('server'),
  replies: {
    200: Type.Unsafe<DiagnosticsView | NamedDiagnostics>({
      anyOf: [since('2.48', Diagnostics), before('2.48', Named)],
    }),
  },
  errors: ['ServerNotFound', 'WrongState', 'ServerNotReady'],
})
