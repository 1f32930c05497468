import { empty, exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { before, shownTo, since } from '@nimbo/operation/windows'
import { type Static, type TSchema, Type } from 'typebox'
import { CreateServerBody } from './create-server.ts'
import { Links, NextLink } from './links.ts'
import { ServersQuery } from './servers-query.ts'
import { Description, Fqdn, Hostname, Name } from './words.ts'

const attributes = 'os_compute_api:os-extended-server-attributes'
const extraSpecs = 'os_compute_api:servers:show:flavor-extra-specs'
const text = nullable(Type.String())

const Address = view({
  version: Type.Integer(),
  addr: Type.String(),
  'OS-EXT-IPS:type': Type.String(),
  'OS-EXT-IPS-MAC:mac_addr': Type.String(),
})

/** Since 2.47 the flavor itself; before, a link. */
const EmbeddedFlavor = view({
  vcpus: Type.Integer(),
  ram: Type.Integer(),
  disk: Type.Integer(),
  ephemeral: Type.Integer(),
  swap: Type.Integer(),
  original_name: Type.String(),
  extra_specs: shownTo(extraSpecs, Type.Record(Type.String(), Type.String())),
})
const Flavor = Type.Union([
  since('2.47', EmbeddedFlavor),
  before('2.47', view({ id: Type.String(), links: Links })),
])

const Image = Type.Union([
  view({
    id: Type.String(),
    links: Links,
    properties: Type.Optional(since('2.98', Type.Record(Type.String(), Type.Unknown()))),
  }),
  Type.Literal(''),
])

const Fault = view({
  code: Type.Integer(),
  created: Type.String(),
  message: Type.String(),
  details: Type.Optional(Type.String()),
})

/** Attributes about the host; most came with 2.3. */
const attribute = <Schema extends TSchema>(schema: Schema) => shownTo(attributes, schema)
const attributeSince23 = <Schema extends TSchema>(schema: Schema) => since('2.3', attribute(schema))

/** Attributes in all replies. */
const plain = {
  id: Type.String(),
  name: Type.String(),
  status: Type.String(),
  tenant_id: Type.String(),
  user_id: Type.String(),
  metadata: Type.Record(Type.String(), Type.String()),
  hostId: Type.String(),
  image: Image,
  flavor: Flavor,
  created: Type.String(),
  updated: Type.String(),
  accessIPv4: Type.String(),
  accessIPv6: Type.String(),
  links: Links,
  'OS-DCF:diskConfig': Type.String(),
  progress: Type.Optional(Type.Integer()),
  fault: Type.Optional(Fault),
  locked: since('2.9', Type.Boolean()),
  locked_reason: since('2.73', text),
  description: since('2.19', text),
  tags: since('2.26', Type.Array(Type.String())),
  trusted_image_certificates: since('2.63', nullable(Type.Array(Type.String()))),
  server_groups: Type.Optional(since('2.71', Type.Array(Type.String()))),
}

const Server = view({
  ...plain,
  addresses: Type.Record(Type.String(), Type.Array(Address)),
  'OS-EXT-AZ:availability_zone': Type.String(),
  config_drive: Type.String(),
  key_name: text,
  'OS-SRV-USG:launched_at': text,
  'OS-SRV-USG:terminated_at': text,
  'OS-EXT-SRV-ATTR:host': attribute(text),
  'OS-EXT-SRV-ATTR:instance_name': attribute(Type.String()),
  'OS-EXT-SRV-ATTR:hypervisor_hostname': attribute(text),
  'OS-EXT-SRV-ATTR:reservation_id': attributeSince23(Type.String()),
  'OS-EXT-SRV-ATTR:launch_index': attributeSince23(Type.Integer()),
  'OS-EXT-SRV-ATTR:kernel_id': attributeSince23(Type.String()),
  'OS-EXT-SRV-ATTR:ramdisk_id': attributeSince23(Type.String()),
  'OS-EXT-SRV-ATTR:root_device_name': attributeSince23(text),
  'OS-EXT-SRV-ATTR:user_data': attributeSince23(text),
  // Until 2.90 only visible with host attributes.
  'OS-EXT-SRV-ATTR:hostname': Type.Optional(
    Type.Union([since('2.90', Type.String()), before('2.90', attributeSince23(Type.String()))]),
  ),
  'OS-EXT-STS:task_state': text,
  'OS-EXT-STS:vm_state': Type.String(),
  'OS-EXT-STS:power_state': Type.Integer(),
  'os-extended-volumes:volumes_attached': Type.Array(
    view({ id: Type.String(), delete_on_termination: since('2.3', Type.Boolean()) }),
  ),
  security_groups: Type.Optional(Type.Array(view({ name: Type.String() }))),
  host_status: Type.Optional(since('2.16', Type.String())),
  pinned_availability_zone: since('2.96', text),
  scheduler_hints: since('2.100', Type.Record(Type.String(), Type.Unknown())),
})
export type ServerView = Static<typeof Server>

/** Replies to updates before 2.75. */
const PlainServer = view({
  ...plain,
  addresses: Type.Record(Type.String(), Type.Array(view({ version: Type.Integer(), addr: Type.String() }))),
})
export type PlainServerView = Static<typeof PlainServer>

/** Replies to rebuilds only have the older name of user data. */
const { 'OS-EXT-SRV-ATTR:user_data': _twice, ...shownOnce } = Server.properties

const rebuilt = {
  adminPass: Type.Optional(Type.String()),
  user_data: Type.Optional(since('2.57', text)),
}

/** The reply to a rebuild. */
export const RebuiltServer = Type.Union([
  since('2.75', view({ ...shownOnce, ...rebuilt })),
  before('2.75', view({ ...PlainServer.properties, ...rebuilt, key_name: since('2.54', text) })),
])

/** Since 2.69: a partial server whose cell is down, in lists and shown alone. */
const lost = { id: Type.String(), status: Type.Literal('UNKNOWN'), links: Links }
const LostServerBrief = since('2.69', view(lost))
const LostServer = since('2.69', view({ ...lost, tenant_id: Type.String(), created: Type.String() }))
const LostServerAlone = since(
  '2.69',
  view({
    ...lost,
    tenant_id: Type.String(),
    created: Type.String(),
    user_id: Type.String(),
    'OS-EXT-STS:power_state': Type.Integer(),
    'OS-EXT-AZ:availability_zone': Type.Optional(Type.String()),
    flavor: Type.Optional(EmbeddedFlavor),
    image: Type.Optional(Image),
    server_groups: Type.Optional(since('2.71', Type.Array(Type.String()))),
  }),
)
export type LostServerBriefView = Static<typeof LostServerBrief>
export type LostServerView = Static<typeof LostServer>
export type LostServerAloneView = Static<typeof LostServerAlone>

const ServerBrief = view({ id: Type.String(), name: Type.String(), links: Links })

const ListedServer = Type.Union([Server, LostServer])
export type ListedServerView = Static<typeof ListedServer>

const mayAsk = [
  'os_compute_api:servers:show:host_status',
  'os_compute_api:servers:show:host_status:unknown-only',
]
const path = '/servers/{server_id}'
const errors = ['ServerNotFound']

export const createServer = operation({
  id: 'servers.create',
  method: 'POST',
  path: '/servers',
  summary: 'Create servers',
  rule: 'os_compute_api:servers:create',
  on: ownProject,
  mayAsk: [
    'os_compute_api:servers:create:forced_host',
    'os_compute_api:servers:create:attach_volume',
    'os_compute_api:servers:create:attach_network',
    'os_compute_api:servers:create:trusted_certs',
    'os_compute_api:servers:create:zero_disk_flavor',
    'network:attach_external_network',
    'compute:servers:create:requested_destination',
  ],
  body: CreateServerBody,
  replies: {
    202: Type.Union([
      view({
        server: view({
          id: Type.String(),
          links: Links,
          'OS-DCF:diskConfig': Type.String(),
          security_groups: Type.Array(view({ name: Type.String() })),
          adminPass: Type.Optional(Type.String()),
        }),
      }),
      view({ reservation_id: Type.String() }),
    ]),
  },
  errors: ['FlavorNotFound', 'ImageNotFound', 'QuotaExceeded'],
})

export const listServers = operation({
  id: 'servers.list',
  method: 'GET',
  path: '/servers',
  summary: 'List servers',
  rule: 'os_compute_api:servers:index',
  on: ownProject,
  mayAsk: ['os_compute_api:servers:index:get_all_tenants', 'os_compute_api:servers:allow_all_filters'],
  query: ServersQuery,
  replies: {
    200: view({
      servers: Type.Array(Type.Union([ServerBrief, LostServerBrief])),
      servers_links: NextLink,
    }),
  },
  errors: ['MarkerNotFound'],
})

export const listServersInFull = operation({
  id: 'servers.detail',
  method: 'GET',
  path: '/servers/detail',
  summary: 'List servers, with details',
  rule: 'os_compute_api:servers:detail',
  on: ownProject,
  mayAsk: [
    ...mayAsk,
    'os_compute_api:servers:detail:get_all_tenants',
    'os_compute_api:servers:allow_all_filters',
  ],
  query: ServersQuery,
  replies: { 200: view({ servers: Type.Array(ListedServer), servers_links: NextLink }) },
  errors: ['MarkerNotFound'],
})

export const showServer = operation({
  id: 'servers.show',
  method: 'GET',
  path,
  summary: 'Show a server',
  rule: 'os_compute_api:servers:show',
  on: found('server_even_lost'),
  mayAsk,
  replies: { 200: view({ server: Type.Union([Server, LostServerAlone]) }) },
  errors: ['ServerNotFound', 'CellDown'],
})

const address = (format: 'ipv4' | 'ipv6') =>
  Type.Optional(Type.Union([Type.String({ format }), Type.Literal(''), Type.Null()]))

export const updateServer = operation({
  id: 'servers.update',
  method: 'PUT',
  path,
  summary: 'Change the name, description or addresses of a server',
  rule: 'os_compute_api:servers:update',
  on: found('server'),
  mayAsk,
  body: Type.Object(
    {
      server: Type.Object(
        {
          name: Type.Optional(Name),
          description: Type.Optional(since('2.19', Description)),
          hostname: Type.Optional(Type.Union([since('2.94', Fqdn), since('2.90', before('2.94', Hostname))])),
          pinned_availability_zone: Type.Optional(since('2.104', nullable(Name))),
          accessIPv4: address('ipv4'),
          accessIPv6: address('ipv6'),
          'OS-DCF:diskConfig': Type.Optional(oneOf(['AUTO', 'MANUAL'])),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 200: view({ server: Type.Union([since('2.75', Server), before('2.75', PlainServer)]) }) },
  errors,
})

export const deleteServer = operation({
  id: 'servers.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a server',
  rule: 'os_compute_api:servers:delete',
  on: found('server'),
  replies: { 204: empty },
  errors: ['ServerNotFound', 'ServerLocked'],
})
