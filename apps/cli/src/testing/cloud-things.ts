import type { Override } from './double-cloud.ts'

const ids = {
  project: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  user: '1a1b2c3d4e5f60718293a4b5c6d7e8f9',
  role: '2a1b2c3d4e5f60718293a4b5c6d7e8f9',
  image: '33333333-3333-4333-8333-333333333333',
  server: '44444444-4444-4444-8444-444444444444',
  network: '55555555-5555-4555-8555-555555555555',
  subnet: '66666666-6666-4666-8666-666666666666',
  port: '77777777-7777-4777-8777-777777777777',
  group: '88888888-8888-4888-8888-888888888888',
  rule: '99999999-9999-4999-8999-999999999999',
  volume: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  type: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
  hypervisor: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
  serverGroup: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
}

const created = '2026-01-31T12:00:00Z'

const project = {
  id: ids.project,
  name: 'demo',
  domain_id: 'default',
  parent_id: 'default',
  description: 'A project',
  enabled: true,
  is_domain: false,
  options: {},
  tags: [],
  links: { self: 'x' },
}

const user = {
  id: ids.user,
  name: 'alice',
  domain_id: 'default',
  enabled: true,
  email: 'alice@example.org',
  options: {},
  password_expires_at: null,
  links: { self: 'x' },
}

const role = {
  id: ids.role,
  name: 'member',
  domain_id: null,
  description: null,
  options: {},
  links: { self: 'x' },
}

const assignment = {
  role: { id: ids.role },
  user: { id: ids.user },
  scope: { project: { id: ids.project } },
  links: { assignment: 'x' },
}

const image = {
  id: ids.image,
  name: 'tiny',
  status: 'active',
  disk_format: 'qcow2',
  container_format: 'bare',
  size: 12716032,
  virtual_size: 46137344,
  checksum: '5d41402abc4b2a76b9719d911017c592',
  os_hash_algo: 'sha512',
  os_hash_value: 'ab',
  os_hidden: false,
  visibility: 'public',
  protected: false,
  owner: ids.project,
  min_disk: 0,
  min_ram: 0,
  tags: ['small', 'linux'],
  hw_disk_bus: 'virtio',
  created_at: created,
  updated_at: created,
  file: `/v2/images/${ids.image}/file`,
  self: `/v2/images/${ids.image}`,
  schema: '/v2/schemas/image',
}

const flavor = {
  id: '42',
  name: 'm1.nano',
  ram: 128,
  disk: 1,
  swap: '',
  vcpus: 1,
  'OS-FLV-EXT-DATA:ephemeral': 0,
  'OS-FLV-DISABLED:disabled': false,
  'os-flavor-access:is_public': true,
  rxtx_factor: 1,
  description: null,
  extra_specs: { 'hw_rng:allowed': 'True' },
  links: [],
}

const keypair = { name: 'laptop', type: 'ssh', fingerprint: 'aa:bb:cc', public_key: 'ssh-rsa AAAA test' }

const server = {
  id: ids.server,
  name: 'web',
  status: 'ACTIVE',
  tenant_id: ids.project,
  user_id: ids.user,
  metadata: { role: 'front' },
  hostId: 'ee',
  image: { id: ids.image, links: [] },
  flavor: {
    vcpus: 1,
    ram: 128,
    disk: 1,
    ephemeral: 0,
    swap: 0,
    original_name: 'm1.nano',
    extra_specs: { 'hw_rng:allowed': 'True' },
  },
  created,
  updated: created,
  addresses: {
    private: [
      {
        version: 4,
        addr: '10.0.0.5',
        'OS-EXT-IPS:type': 'fixed',
        'OS-EXT-IPS-MAC:mac_addr': 'fa:16:3e:00:00:01',
      },
      {
        version: 6,
        addr: 'fd00::5',
        'OS-EXT-IPS:type': 'fixed',
        'OS-EXT-IPS-MAC:mac_addr': 'fa:16:3e:00:00:01',
      },
    ],
  },
  accessIPv4: '',
  accessIPv6: '',
  links: [],
  'OS-DCF:diskConfig': 'MANUAL',
  progress: 0,
  'OS-EXT-AZ:availability_zone': 'nova',
  config_drive: 'True',
  key_name: 'laptop',
  'OS-SRV-USG:launched_at': '2026-01-31T12:00:05.000000',
  'OS-SRV-USG:terminated_at': null,
  'OS-EXT-SRV-ATTR:host': 'node1',
  'OS-EXT-SRV-ATTR:instance_name': 'instance-00000001',
  'OS-EXT-SRV-ATTR:hypervisor_hostname': 'node1',
  'OS-EXT-STS:task_state': null,
  'OS-EXT-STS:vm_state': 'active',
  'OS-EXT-STS:power_state': 1,
  'os-extended-volumes:volumes_attached': [{ id: ids.volume, delete_on_termination: false }],
  locked: false,
  locked_reason: null,
  description: 'web',
  tags: ['b', 'a'],
  trusted_image_certificates: null,
  host_status: 'UP',
  security_groups: [{ name: 'default' }],
  server_groups: [],
}

const network = {
  id: ids.network,
  name: 'private',
  project_id: ids.project,
  tenant_id: ids.project,
  admin_state_up: true,
  mtu: 1450,
  status: 'ACTIVE',
  subnets: [ids.subnet],
  shared: false,
  availability_zone_hints: [],
  availability_zones: ['nova'],
  ipv4_address_scope: null,
  ipv6_address_scope: null,
  'router:external': false,
  description: '',
  port_security_enabled: true,
  dns_domain: '',
  is_default: false,
  qos_policy_id: null,
  tags: [],
  'provider:network_type': 'vxlan',
  'provider:physical_network': null,
  'provider:segmentation_id': 7,
  created_at: created,
  updated_at: created,
  revision_number: 2,
}

const subnet = {
  id: ids.subnet,
  name: 'private-v4',
  project_id: ids.project,
  tenant_id: ids.project,
  network_id: ids.network,
  ip_version: 4,
  subnetpool_id: null,
  enable_dhcp: true,
  ipv6_ra_mode: null,
  ipv6_address_mode: null,
  gateway_ip: '10.0.0.1',
  cidr: '10.0.0.0/24',
  allocation_pools: [{ start: '10.0.0.2', end: '10.0.0.254' }],
  host_routes: [{ destination: '10.9.0.0/16', nexthop: '10.0.0.9' }],
  dns_nameservers: ['9.9.9.9', '1.1.1.1'],
  description: '',
  service_types: [],
  segment_id: null,
  dns_publish_fixed_ip: false,
  tags: [],
  created_at: created,
  updated_at: created,
  revision_number: 0,
}

const port = {
  id: ids.port,
  name: '',
  network_id: ids.network,
  project_id: ids.project,
  tenant_id: ids.project,
  mac_address: 'fa:16:3e:00:00:01',
  admin_state_up: true,
  status: 'ACTIVE',
  device_id: ids.server,
  device_owner: 'compute:nova',
  fixed_ips: [{ subnet_id: ids.subnet, ip_address: '10.0.0.5' }],
  allowed_address_pairs: [],
  extra_dhcp_opts: [],
  security_groups: [ids.group],
  description: '',
  'binding:vnic_type': 'normal',
  'binding:profile': {},
  'binding:host_id': 'node1',
  'binding:vif_type': 'bridge',
  'binding:vif_details': { port_filter: true, connectivity: 'l2' },
  port_security_enabled: true,
  tags: [],
  created_at: created,
  updated_at: created,
  revision_number: 4,
}

const rule = {
  id: ids.rule,
  project_id: ids.project,
  tenant_id: ids.project,
  security_group_id: ids.group,
  ethertype: 'IPv4',
  direction: 'ingress',
  protocol: 'tcp',
  port_range_min: 22,
  port_range_max: 22,
  remote_ip_prefix: null,
  remote_group_id: null,
  remote_address_group_id: null,
  normalized_cidr: null,
  description: null,
  tags: [],
  created_at: created,
  updated_at: created,
  revision_number: 0,
}

const group = {
  id: ids.group,
  name: 'default',
  description: 'Default security group',
  project_id: ids.project,
  tenant_id: ids.project,
  stateful: true,
  shared: false,
  security_group_rules: [rule],
  tags: [],
  created_at: created,
  updated_at: created,
  revision_number: 1,
}

const volume = {
  id: ids.volume,
  name: 'data',
  status: 'in-use',
  size: 1,
  availability_zone: 'nova',
  created_at: '2026-01-31T12:00:00.000000',
  updated_at: null,
  attachments: [
    {
      id: ids.volume,
      attachment_id: ids.type,
      volume_id: ids.volume,
      server_id: ids.server,
      host_name: 'node1',
      device: '/dev/vdb',
      attached_at: '2026-01-31T12:00:00.000000',
    },
  ],
  description: null,
  volume_type: 'file',
  snapshot_id: null,
  source_volid: null,
  metadata: { purpose: 'test' },
  links: [],
  user_id: ids.user,
  bootable: 'false',
  encrypted: false,
  replication_status: null,
  consistencygroup_id: null,
  multiattach: false,
  'os-vol-tenant-attr:tenant_id': ids.project,
}

const volumeType = {
  id: ids.type,
  name: 'file',
  is_public: true,
  description: 'Files',
  extra_specs: { volume_backend_name: 'file' },
  'os-volume-type-access:is_public': true,
}

const hypervisor = {
  id: ids.hypervisor,
  hypervisor_hostname: 'node1',
  state: 'up',
  status: 'enabled',
  host_ip: '127.0.0.1',
  hypervisor_type: 'QEMU',
  hypervisor_version: 7002000,
  uptime: ' 12:00:00 up 2:33,  3 users,  load average: 0.33, 0.36, 0.34',
  service: { id: ids.type, host: 'node1', disabled_reason: null },
}

const service = {
  id: ids.type,
  binary: 'nova-compute',
  host: 'node1',
  zone: 'nova',
  status: 'enabled',
  state: 'up',
  updated_at: '2026-01-31T12:00:00.000000',
  disabled_reason: null,
  forced_down: false,
}

const serverGroup = {
  id: ids.serverGroup,
  name: 'spread',
  policy: 'anti-affinity',
  rules: {},
  members: [ids.server],
  project_id: ids.project,
  user_id: ids.user,
}

const zone = { zoneName: 'nova', zoneState: { available: true }, hosts: null }

const step = (
  line: number | null,
  name: string,
  from: string | null,
  to: string | null,
  how: string | null,
  at: number,
) => ({
  line,
  name,
  from,
  to,
  how,
  started_at: new Date(Date.parse(created) + at).toISOString(),
  duration_ms: 12.34,
  service: 'nova-api',
  status: 'ok',
  attributes: {},
})

const flow = [
  step(3, 'POST /servers', 'client', 'compute API', 'REST', 0),
  step(6, 'check body; flavor', 'compute API', null, null, 5),
  step(12, 'schedule and build', 'compute API', 'conductor', 'RPC cast', 40),
]

const ok = (body: unknown): Override => ({ status: 200, body })
const accepted: Override = { status: 202, body: undefined }
const done: Override = { status: 204, body: undefined }

const catalog = (url: string) =>
  Object.entries({
    identity: ['keystone', '/identity'],
    image: ['glance', '/image'],
    compute: ['nova', '/compute/v2.1'],
    network: ['neutron', '/networking'],
    'block-storage': ['cinder', '/volume/v3'],
    volumev3: ['cinderv3', '/volume/v3'],
  }).map(([type, [name, path]]) => ({
    type,
    name,
    id: `id-of-${type}`,
    endpoints: ['public', 'internal'].map((face) => ({
      id: `${type}-${face}`,
      interface: face,
      region: 'RegionOne',
      region_id: 'RegionOne',
      url: face === 'public' ? `${url}${path}` : `http://internal.invalid${path}`,
    })),
  }))

/** One member and its collection, under a service's root. */
const resource = (
  root: string,
  one: string,
  many: string,
  thing: { readonly id?: string },
): Record<string, Override> => ({
  [`GET ${root}`]: ok({ [many]: [thing] }),
  [`GET ${root}/${thing.id}`]: ok({ [one]: thing }),
  [`POST ${root}`]: { status: 201, body: { [one]: thing } },
  [`PUT ${root}/${thing.id}`]: ok({ [one]: thing }),
  [`PATCH ${root}/${thing.id}`]: ok({ [one]: thing }),
  [`DELETE ${root}/${thing.id}`]: done,
})

/** Every reply of the double, by method and path. */
export const cloudThings = (url: string): Readonly<Record<string, Override>> => ({
  'POST /identity/v3/auth/tokens': {
    status: 201,
    headers: { 'X-Subject-Token': 'the-token' },
    body: {
      token: {
        methods: ['password'],
        user: { id: ids.user, name: 'alice', domain: { id: 'default', name: 'Default' } },
        project: { id: ids.project, name: 'demo', domain: { id: 'default', name: 'Default' } },
        roles: [{ id: ids.role, name: 'member' }],
        expires_at: '2026-01-31T13:00:00.000000Z',
        issued_at: '2026-01-31T12:00:00.000000Z',
        audit_ids: ['a'],
        catalog: catalog(url),
      },
    },
  },
  ...resource('/identity/v3/projects', 'project', 'projects', project),
  ...resource('/identity/v3/users', 'user', 'users', user),
  ...resource('/identity/v3/roles', 'role', 'roles', role),
  'GET /identity/v3/role_assignments': ok({ role_assignments: [assignment] }),
  [`PUT /identity/v3/projects/${ids.project}/users/${ids.user}/roles/${ids.role}`]: done,
  'GET /image/v2/images': ok({ images: [image], schema: '/v2/schemas/images', first: '/v2/images' }),
  [`GET /image/v2/images/${ids.image}`]: ok(image),
  [`GET /image/v2/images/${ids.image}/file`]: ok('hello'),
  'POST /image/v2/images': { status: 201, body: { ...image, status: 'queued' } },
  [`PUT /image/v2/images/${ids.image}/file`]: done,
  [`PATCH /image/v2/images/${ids.image}`]: ok(image),
  [`DELETE /image/v2/images/${ids.image}`]: done,
  ...resource('/compute/v2.1/flavors', 'flavor', 'flavors', flavor),
  'GET /compute/v2.1/flavors/detail': ok({ flavors: [flavor] }),
  ...resource('/compute/v2.1/os-keypairs', 'keypair', 'keypairs', { ...keypair, id: keypair.name }),
  'GET /compute/v2.1/os-keypairs': ok({ keypairs: [{ keypair }] }),
  ...resource('/compute/v2.1/servers', 'server', 'servers', server),
  'GET /compute/v2.1/servers/detail': ok({ servers: [server] }),
  'POST /compute/v2.1/servers': {
    status: 202,
    body: { server: { id: ids.server, adminPass: 'sEcret1', links: [] } },
  },
  [`POST /compute/v2.1/servers/${ids.server}/action`]: accepted,
  [`GET /compute/v2.1/servers/${ids.server}/nimbo-flow`]: ok({ flow, trace_id: 'f'.repeat(32) }),
  [`POST /compute/v2.1/servers/${ids.server}/os-volume_attachments`]: ok({
    volumeAttachment: {
      id: ids.volume,
      serverId: ids.server,
      volumeId: ids.volume,
      device: '/dev/vdb',
      tag: null,
      delete_on_termination: false,
    },
  }),
  ...resource('/compute/v2.1/os-hypervisors', 'hypervisor', 'hypervisors', hypervisor),
  'GET /compute/v2.1/os-hypervisors/detail': ok({ hypervisors: [hypervisor] }),
  'GET /compute/v2.1/os-aggregates': ok({ aggregates: [{ id: 1, name: 'fast', hosts: ['node1'] }] }),
  ...resource('/compute/v2.1/os-services', 'service', 'services', service),
  'GET /compute/v2.1/os-availability-zone': ok({ availabilityZoneInfo: [zone] }),
  'GET /compute/v2.1/os-availability-zone/detail': ok({ availabilityZoneInfo: [zone] }),
  ...resource('/compute/v2.1/os-server-groups', 'server_group', 'server_groups', serverGroup),
  ...resource('/networking/v2.0/networks', 'network', 'networks', network),
  ...resource('/networking/v2.0/subnets', 'subnet', 'subnets', subnet),
  ...resource('/networking/v2.0/ports', 'port', 'ports', port),
  ...resource('/networking/v2.0/security-groups', 'security_group', 'security_groups', group),
  ...resource('/networking/v2.0/security-group-rules', 'security_group_rule', 'security_group_rules', rule),
  'GET /networking/v2.0/availability_zones': ok({
    availability_zones: [{ name: 'nova', state: 'available', resource: 'network' }],
  }),
  ...resource('/volume/v3/volumes', 'volume', 'volumes', volume),
  'GET /volume/v3/volumes/detail': ok({ volumes: [volume] }),
  ...resource('/volume/v3/types', 'volume_type', 'volume_types', volumeType),
  'GET /volume/v3/os-availability-zone': ok({
    availabilityZoneInfo: [{ zoneName: 'nova', zoneState: { available: true } }],
  }),
})
