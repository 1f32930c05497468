import type { NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'

/**
 * The network of a host without privileges. Hypervisors there carry what guests send as any program's traffic, and answer DHCP
 * themselves, so nothing is made on the host: no bridge, no filter, no router. The agent says that the host is there, which
 * is what ports are bound by, and calls its ports up.
 */
export const userNetworkDriver = (): NetworkAgentDriver => ({
  agentType: 'User networking agent',
  binary: 'neutron-user-agent',
  vifType: 'user',
  configurations: { filters: false, carries_trunks: false },
  open: async () => ({
    wires: { ensureNetwork: async () => {}, networks: async () => [], removeNetwork: async () => {} },
    ports: {
      wirePorts: async (ports) => new Set(ports.map(({ id }) => id)),
      letIn: async () => {},
      unwirePort: async () => {},
      ports: async () => [],
      watchDevices: () => async () => {},
    },
    dhcp: {
      ensureDhcp: async () => {},
      removeDhcp: async () => {},
      served: async () => [],
      openMetadata: async () => [],
    },
    close: async () => {},
  }),
})
