import { defineService } from '@nimbo/service/define-service'
import { agentDriverOptions, neutronOptions } from './config.ts'

export const network = defineService({
  name: 'neutron',
  type: 'network',
  mount: '/networking',
  options: [agentDriverOptions, ...neutronOptions],
  commands: async () => (await import('./manage/commands.ts')).commands,
  policies: async () => (await import('./policies.ts')).policies,
  api: async () => (await import('./resources.ts')).described,
  databases: {
    neutron: { migrations: async () => (await import('./migrations.ts')).migrations },
  },
  drivers: ['network'],
  unattended: {
    // In one process, guests reach the process's metadata API, also on networks without a router.
    config: async (config, { secret }) => ({
      ...config,
      DEFAULT: {
        ...config.DEFAULT,
        enable_isolated_metadata: true,
        agent_mode: 'dvr_snat' as const,
        nova_metadata_host: '',
        metadata_proxy_shared_secret: await secret('metadata-proxy-secret'),
      },
    }),
  },
  upgradeLevels: {
    plugin: {
      who: 'neutron-server',
      interfaces: async () => [
        (await import('@nimbo/contracts/network/agent-rpc')).networkPlugin,
        (await import('@nimbo/contracts/network/l3-rpc')).l3Plugin,
      ],
    },
    agent: {
      who: 'agents of networks',
      interfaces: async () => [
        (await import('@nimbo/contracts/network/agent-rpc')).networkAgent,
        (await import('@nimbo/contracts/network/l3-rpc')).l3Agent,
      ],
    },
  },
  roles: {
    'neutron-server': {
      kind: 'api',
      listens: {
        port: 9696,
        options: { host: 'bind_host', port: 'bind_port', workers: 'api_workers' },
        tls: {
          section: 'ssl',
          cert: 'cert_file',
          key: 'key_file',
          ca: 'ca_file',
          enabledBy: { option: 'use_ssl' },
        },
      },
      start: async () => (await import('./roles/neutron-server.ts')).startNeutronServer,
    },
    'neutron-linuxbridge-agent': {
      kind: 'agent',
      onComputeHosts: true,
      start: async () => (await import('./roles/neutron-agents.ts')).startNeutronAgents,
    },
    'neutron-l3-agent': {
      kind: 'agent',
      onComputeHosts: true,
      start: async () => (await import('./roles/neutron-l3-agent.ts')).startNeutronL3Agent,
    },
  },
})
