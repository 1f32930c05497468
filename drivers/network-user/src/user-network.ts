import type { NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'

/**
 * The network of a host without root privileges. Hypervisors there send the guests' traffic from their own process (QEMU's user
 * networking) and answer DHCP themselves, so the agent creates nothing on the host: no bridge, no filter, no router. It only
 * reports that the host is up, which port binding needs, and sets its ports up.
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
