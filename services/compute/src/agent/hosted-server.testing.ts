import type { Network } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { newId } from '@nimbo/kernel/ids'
import type { AddressedPort } from '../domain/networks/server-port.ts'

/** A server as the conductor describes it to a host, for tests, with some parts replaced. */
export const sampleHostedServer = (parts: Partial<HostedServer> = {}): HostedServer => ({
  id: newId(),
  name: 'Web 1',
  internalName: 'instance-00000001',
  hostname: 'web-1',
  projectId: 'project-1',
  projectName: 'engines',
  userId: 'user-1',
  userName: 'ada',
  vmState: 'building',
  taskState: null,
  host: 'host-1',
  node: 'host-1',
  availabilityZone: 'nova',
  flavor: {
    id: '1',
    name: 'm1.tiny',
    vcpus: 1,
    memoryMb: 512,
    rootGb: 1,
    ephemeralGb: 0,
    swapMb: 0,
    extraSpecs: {},
  },
  imageProperties: {},
  networks: 'none',
  securityGroups: ['default'],
  disks: [],
  interfaces: [],
  configDrive: true,
  metadata: { role: 'front' },
  reservationId: 'r-1',
  launchIndex: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...parts,
})

/** A bound port on a network with DHCP, for tests. */
export const samplePort = (
  parts: Partial<AddressedPort['port']> = {},
): AddressedPort & { readonly network: Network } => ({
  preexisting: false,
  network: {
    id: 'net-1',
    name: 'private',
    mtu: 1450,
    shared: false,
    'router:external': false,
    project_id: 'project-1',
    subnets: ['subnet-1'],
  },
  subnets: [
    {
      id: 'subnet-1',
      network_id: 'net-1',
      cidr: '10.1.0.0/22',
      segment_id: null,
      ip_version: 4,
      gateway_ip: '10.1.0.1',
      enable_dhcp: false,
      dns_nameservers: ['10.1.0.2'],
      host_routes: [{ destination: '192.168.0.0/16', nexthop: '10.1.0.9' }],
    },
  ],
  port: {
    id: 'ab12cd34-ef56-4000-8000-000000000001',
    name: '',
    network_id: 'net-1',
    project_id: 'project-1',
    mac_address: 'fa:16:3e:00:00:01',
    fixed_ips: [{ subnet_id: 'subnet-1', ip_address: '10.1.0.7' }],
    security_groups: [],
    status: 'ACTIVE',
    admin_state_up: true,
    device_id: '',
    device_owner: '',
    'binding:vif_type': 'bridge',
    'binding:vif_details': { bridge_name: 'brq-net-1' },
    ...parts,
  },
})
