import type { PlainPort } from '@nimbo/contracts/network/port'
import type { Inside } from '../../app/deps.ts'
import type { PortRow } from './insert-port.ts'
import { ports } from './ports.ts'

/** The attributes in which the service's own ports differ. */
type Told = Pick<
  PortRow,
  'network_id' | 'project_id' | 'device_id' | 'device_owner' | 'status' | 'binding:host_id'
>

/** A port of the service itself: without security groups, wired by the agents. */
export const ownPort = (told: Told): PortRow => ({
  ...told,
  name: '',
  description: '',
  admin_state_up: true,
  port_security_enabled: false,
  allowed_address_pairs: [],
  extra_dhcp_opts: [],
  // The agents wire it, not a hypervisor.
  'binding:vif_type': 'other',
  'binding:vif_details': {},
  'binding:profile': {},
  'binding:vnic_type': 'normal',
  dns_name: '',
  dns_domain: '',
  ip_allocation: 'immediate',
  propagate_uplink_status: true,
  numa_affinity_policy: null,
  hints: null,
  device_profile: null,
  hardware_offload_type: null,
  qos_policy_id: null,
  trunk_id: null,
})

/** Deletes one of the service's own ports, and tells the hosts. */
export const removeOwnPort = async (
  { deps, ctx, db, afterwards }: Inside,
  { id, network_id, 'binding:host_id': host }: PlainPort,
): Promise<void> => {
  await ports.delete(db, id)
  if (host !== '') afterwards(() => deps.hosts.portsGone(ctx, host, [id]))
  afterwards(() => deps.hosts.dhcpChangedSoon([network_id]))
}
