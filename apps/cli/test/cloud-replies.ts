import {
  assignment,
  flavor,
  flow,
  group,
  hypervisor,
  ids,
  image,
  keypair,
  network,
  port,
  project,
  role,
  rule,
  server,
  serverGroup,
  service,
  subnet,
  user,
  volume,
  volumeType,
  zone,
} from './cloud-things.ts'
import type { Reply } from './reply.ts'

const ok = (body: unknown): Reply => ({ status: 200, body })
const accepted: Reply = { status: 202, body: undefined }
const done: Reply = { status: 204, body: undefined }

const catalog = (url: string) =>
  Object.entries({
    identity: ['keystone', '/identity'],
    image: ['glance', '/image'],
    compute: ['nova', '/compute/v2.1'],
    network: ['neutron', '/networking'],
    'block-storage': ['cinder', '/volume/v3'],
    volumev3: ['cinderv3', '/volume/v3'],
    orchestration: ['heat', `/heat/v1/${ids.project}`],
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

/** The routes of a resource and its collection, under a service's root. */
const resource = (
  root: string,
  one: string,
  many: string,
  thing: { readonly id?: string },
): Record<string, Reply> => ({
  [`GET ${root}`]: ok({ [many]: [thing] }),
  [`GET ${root}/${thing.id}`]: ok({ [one]: thing }),
  [`POST ${root}`]: { status: 201, body: { [one]: thing } },
  [`PUT ${root}/${thing.id}`]: ok({ [one]: thing }),
  [`PATCH ${root}/${thing.id}`]: ok({ [one]: thing }),
  [`DELETE ${root}/${thing.id}`]: done,
})

/** All responses of the test double, by method and path. */
export const cloudReplies = (url: string): Readonly<Record<string, Reply>> => ({
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
  [`PUT /image/v2/images/${ids.image}/stage`]: done,
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
