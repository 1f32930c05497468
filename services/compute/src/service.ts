import { defineService } from '@nimbo/service/define-service'
import { nodesOfPhysnet, physnetOptions, physnetSection } from './agent/numa-options.ts'
import { novaOptions } from './config.ts'
import { devicesOptions, mdevSection, mdevTypeOptions } from './domain/pci/pci-options.ts'
import { hypervisorOptions, processOptions } from './process-options.ts'

const wsgiTls = (api: string) => ({
  ...{ section: 'wsgi', cert: 'ssl_cert_file', key: 'ssl_key_file', ca: 'ssl_ca_file' },
  enabledBy: { option: 'enabled_ssl_apis', api },
})

const proxyTls = { section: 'DEFAULT', cert: 'cert', key: 'key', enabledBy: { option: 'ssl_only' } }

export const compute = defineService({
  name: 'nova',
  type: 'compute',
  mount: '/compute',
  version: '/v2.1',
  options: [...processOptions, ...hypervisorOptions, ...novaOptions],
  sections: {
    named: (read) => {
      const { devices, neutron } = read([devicesOptions, physnetOptions])
      return [...devices.enabled_mdev_types.map(mdevSection), ...neutron.physnets.map(physnetSection)]
    },
    options: (section) =>
      section.startsWith(physnetSection('')) ? nodesOfPhysnet(section) : mdevTypeOptions(section),
    samples: ['mdev_nvidia-35', physnetSection('physnet0')],
  },
  policies: async () => (await import('./policies.ts')).policies,
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    nova_api: {
      section: 'api_database',
      migrations: async () => (await import('./db/schema/api-migrations.ts')).apiMigrations,
    },
  },
  furtherDatabases: async (host) => (await import('./manage/cell-databases.ts')).cellDatabases(host),
  commands: async () => (await import('./manage/commands/commands.ts')).commands,
  drivers: ['hypervisor'],
  upgradeLevels: {
    compute: {
      who: 'compute hosts',
      interfaces: async () => [(await import('@nimbo/contracts/compute-rpc/agent')).agentRpc],
    },
    conductor: {
      who: 'conductors',
      interfaces: async () => [
        (await import('@nimbo/contracts/compute-rpc/conductor')).conductorRpc,
        (await import('@nimbo/contracts/compute-rpc/host-conductor')).hostConductorRpc,
      ],
    },
    scheduler: {
      who: 'schedulers',
      interfaces: async () => [(await import('@nimbo/contracts/compute-rpc/scheduler')).schedulerRpc],
    },
  },
  unattended: {
    // In one process, new compute hosts are mapped automatically.
    config: async (config, { secret }) => ({
      ...config,
      key_manager: { fixed_key: await secret('compute-sealing-key') },
      scheduler: { ...config.scheduler, discover_hosts_in_cells_interval: 0 },
      // The console proxies are at the same address as the APIs.
      vnc: { ...config.vnc, novncproxy_base_url: '' },
      spice: { ...config.spice, enabled: true, html5proxy_base_url: '' },
      serial_console: { ...config.serial_console, enabled: true, base_url: '' },
      neutron: {
        ...config.neutron,
        service_metadata_proxy: true,
        metadata_proxy_shared_secret: await secret('metadata-proxy-secret'),
      },
    }),
    prepare: async (host) => (await import('./db/cells/ensure-cells.ts')).ensureCells(host),
  },
  // Hosts are started before the roles that send them work.
  roles: {
    'nova-compute': {
      kind: 'agent',
      onComputeHosts: true,
      start: async () => (await import('./roles/nova-compute.ts')).startNovaCompute,
    },
    'nova-scheduler': {
      kind: 'worker',
      processes: ({ scheduler }) => scheduler.workers,
      start: async () => (await import('./roles/nova-scheduler.ts')).startNovaScheduler,
    },
    'nova-conductor': {
      kind: 'worker',
      processes: ({ conductor }) => conductor.workers,
      start: async () => (await import('./roles/nova-conductor.ts')).startNovaConductor,
    },
    'nova-api': {
      kind: 'api',
      listens: {
        port: 8774,
        options: {
          host: 'osapi_compute_listen',
          port: 'osapi_compute_listen_port',
          workers: 'osapi_compute_workers',
        },
        tls: wsgiTls('osapi_compute'),
      },
      start: async () => (await import('./roles/nova-api.ts')).startNovaApi,
    },
    'nova-api-metadata': {
      kind: 'api',
      mount: '/metadata',
      byRequest: true,
      facesGuests: true,
      listens: {
        port: 8775,
        options: { host: 'metadata_listen', port: 'metadata_listen_port', workers: 'metadata_workers' },
        tls: wsgiTls('metadata'),
      },
      start: async () => (await import('./roles/nova-api-metadata.ts')).startNovaApiMetadata,
    },
    'nova-novncproxy': {
      kind: 'api',
      mount: '/novnc',
      listens: {
        port: 6080,
        options: {
          section: 'vnc',
          host: 'novncproxy_host',
          port: 'novncproxy_port',
          workers: 'novncproxy_workers',
        },
        tls: proxyTls,
      },
      start: async () => (await import('./roles/nova-novncproxy.ts')).startNovaNovncproxy,
    },
    'nova-spicehtml5proxy': {
      kind: 'api',
      mount: '/spice',
      listens: {
        port: 6082,
        options: {
          section: 'spice',
          host: 'html5proxy_host',
          port: 'html5proxy_port',
          workers: 'html5proxy_workers',
        },
        tls: proxyTls,
      },
      start: async () => (await import('./roles/nova-spicehtml5proxy.ts')).startNovaSpicehtml5proxy,
    },
    'nova-serialproxy': {
      kind: 'api',
      mount: '/serial',
      listens: {
        port: 6083,
        options: {
          section: 'serial_console',
          host: 'serialproxy_host',
          port: 'serialproxy_port',
          workers: 'serialproxy_workers',
        },
        tls: proxyTls,
      },
      start: async () => (await import('./roles/nova-serialproxy.ts')).startNovaSerialproxy,
    },
  },
})
