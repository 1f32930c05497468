import type { Sections } from './sections.ts'

interface TestedCloud {
  readonly sealingKey: string
  readonly novaApiWorkers: number
  readonly quotas: 'usual' | 'none'
}

interface TestedHost {
  /** The broker of its cell. */
  readonly cellBroker: string
  readonly faults: string
}

/** Flows of a dead process, and flows whose wake-up message was lost, are continued soon. */
const flows = { lease: 5, poll_interval: 0.5 }

/** The service settings of a cloud of processes in tests: options that would otherwise make a test wait or fail. */
export const serviceSettings = (cloud: TestedCloud): Readonly<Record<string, Sections>> => ({
  keystone: { identity: { password_hash_rounds: 1 } },
  neutron: {
    DEFAULT: { agent_down_time: 20 },
    AGENT: { agent_driver: 'fake', report_interval: 2 },
    ...(cloud.quotas === 'none' ? { QUOTAS: { quota_port: -1 } } : {}),
  },
  cinder: {
    flows,
    DEFAULT: {
      ...{ report_interval: 2, service_down_time: 15 },
      ...(cloud.quotas === 'none' ? { quota_volumes: -1, quota_gigabytes: -1 } : {}),
    },
  },
  glance: { flows },
  heat: { flows },
  horizon: { DEFAULT: { secret_key: cloud.sealingKey } },
  nova: {
    DEFAULT: { osapi_compute_workers: cloud.novaApiWorkers, service_down_time: 15 },
    flows,
    key_manager: { fixed_key: cloud.sealingKey },
    scheduler: { discover_hosts_in_cells_interval: 1 },
    ...(cloud.quotas === 'none' ? { quota: { instances: -1, cores: -1, ram: -1 } } : {}),
  },
})

/** The settings of a compute host, which uses its cell's broker and has no database. */
export const hostSettings = ({ cellBroker, faults }: TestedHost): Readonly<Record<string, Sections>> => ({
  neutron: { AGENT: { agent_driver: 'fake', report_interval: 2 } },
  nova: {
    DEFAULT: {
      ...{ transport_url: cellBroker, compute_driver: 'fake.FakeDriver' },
      ...{ report_interval: 2, vif_plugging_timeout: 60, running_deleted_instance_poll_interval: 2 },
    },
    fake: { faults_directory: faults },
  },
})
