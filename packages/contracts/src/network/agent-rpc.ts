import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'

const Nullable = <const Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** The wire of a network, as a host makes it. */
export const NetworkSegment = Type.Object({
  id: Type.String(),
  bridge: Type.String(),
  mtu: Type.Integer(),
  type: Type.Union([
    Type.Literal('local'),
    Type.Literal('flat'),
    Type.Literal('vlan'),
    Type.Literal('vxlan'),
    Type.Literal('geneve'),
  ]),
  physicalNetwork: Nullable(Type.String()),
  segmentationId: Nullable(Type.Integer()),
})
export type NetworkSegment = Static<typeof NetworkSegment>

/** What a port's filter lets through; prefixes are any of which, none at all means anyone. */
export const FilterRule = Type.Object({
  direction: Type.Union([Type.Literal('ingress'), Type.Literal('egress')]),
  version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  /** IP protocol number. */
  protocol: Nullable(Type.Integer()),
  /** Ports, or for ICMP type and code. */
  portMin: Nullable(Type.Integer()),
  portMax: Nullable(Type.Integer()),
  prefixes: Nullable(Type.Array(Type.String())),
  /** The security group whose members are meant, told apart: only to agents that say what they know of members. */
  remoteGroup: Type.Optional(Type.String()),
})
export type FilterRule = Static<typeof FilterRule>

/** How much may go one way: kilobits and thousands of packets a second, each with what may go at once; 0 for any. */
const Rate = Type.Object({
  kbps: Type.Integer(),
  burstKbit: Type.Integer(),
  kpps: Type.Integer(),
  burstKpps: Type.Integer(),
})
export type Rate = Static<typeof Rate>

/** What the policy that a port follows says: of what the guest sends, of what it receives, and the mark of what it sends. */
export const PortQos = Type.Object({ egress: Rate, ingress: Rate, dscpMark: Nullable(Type.Integer()) })
export type PortQos = Static<typeof PortQos>

/** A port as the host wires it. */
export const WiredPort = Type.Object({
  id: Type.String(),
  device: Type.String(),
  mac: Type.String(),
  addresses: Type.Array(Type.String()),
  /** Further addresses it may send from. */
  allowedPairs: Type.Array(Type.Object({ mac: Type.String(), prefix: Type.String() })),
  adminStateUp: Type.Boolean(),
  /** Whether it is known to be up. Servers before this was added do not say. */
  active: Type.Optional(Type.Boolean()),
  /** Whether what it sends and receives is filtered at all. */
  filtered: Type.Boolean(),
  rules: Type.Array(FilterRule),
  /** Where it follows a policy. Servers before this was added do not say. */
  qos: Type.Optional(PortQos),
  /** Local addresses that stand for a neighbour of it. Servers before this was added do not say. */
  localIps: Type.Optional(
    Type.Array(
      Type.Object({
        address: Type.String(),
        fixedAddress: Type.String(),
        fixedMac: Type.String(),
        /** Whether it is put in place of the neighbour's own, or the neighbour has it besides. */
        translated: Type.Boolean(),
      }),
    ),
  ),
  /** What is to be written down of what its filter does. Servers before this was added do not say. */
  logs: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        projectId: Type.String(),
        event: Type.Union([Type.Literal('ALL'), Type.Literal('ACCEPT'), Type.Literal('DROP')]),
      }),
    ),
  ),
  /**
   * Where other hosts have the same port, of a router that is on all of them: under which MAC address what it sends leaves this one. Servers
   * before this was added do not say.
   */
  distributed: Type.Optional(Type.Object({ hostMac: Type.String() })),
  network: NetworkSegment,
})
export type WiredPort = Static<typeof WiredPort>

export const DhcpSubnet = Type.Object({
  id: Type.String(),
  cidr: Type.String(),
  version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  gateway: Nullable(Type.String()),
  nameservers: Type.Array(Type.String()),
  routes: Type.Array(Type.Object({ destination: Type.String(), nexthop: Type.String() })),
  addressMode: Nullable(Type.String()),
  raMode: Nullable(Type.String()),
})
export type DhcpSubnet = Static<typeof DhcpSubnet>

export const DhcpHost = Type.Object({
  portId: Type.String(),
  mac: Type.String(),
  addresses: Type.Array(Type.String()),
  /** What it is called by those who gave it a name; servers before this was added do not say. */
  name: Type.Optional(Type.String()),
  options: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.String(),
      version: Type.Union([Type.Literal(4), Type.Literal(6)]),
    }),
  ),
})
export type DhcpHost = Static<typeof DhcpHost>

/** DHCP on one network as a host serves it. */
export const DhcpNetwork = Type.Object({
  network: NetworkSegment,
  /** The service's own port: where it listens. */
  port: Type.Object({ id: Type.String(), mac: Type.String(), addresses: Type.Array(Type.String()) }),
  subnets: Type.Array(DhcpSubnet),
  hosts: Type.Array(DhcpHost),
  /** -1 for ever. */
  leaseSeconds: Type.Integer(),
  domain: Type.String(),
  /**
   * For whom no router answers that leads to metadata: guests of these subnets, and by their link-local addresses all where no
   * router is on the network. Servers before this was added do not say.
   */
  isolated: Type.Optional(Type.Object({ subnetIds: Type.Array(Type.String()), linkLocal: Type.Boolean() })),
})
export type DhcpNetwork = Static<typeof DhcpNetwork>

/** The addresses of the ports in a security group. The digest is another whenever they are others. */
export const GroupMembers = Type.Object({
  id: Type.String(),
  digest: Type.String(),
  addresses: Type.Array(Type.String()),
})
export type GroupMembers = Static<typeof GroupMembers>

/** How members became others. Who has not `before` must ask, as must all when it is null. */
export const MembersChange = Type.Object({
  id: Type.String(),
  before: Nullable(Type.String()),
  after: Type.String(),
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
})
export type MembersChange = Static<typeof MembersChange>

/** What the agent knows of members of groups, which the server then leaves out. Agents before this was added do not say. */
const known = Type.Optional(Type.Array(Type.Object({ id: Type.String(), digest: Type.String() })))

const WiredPorts = Type.Object({
  ports: Type.Array(WiredPort),
  /** Of groups that rules name, those that the agent does not know. */
  members: Type.Optional(Type.Array(GroupMembers)),
})

/** Under which address a guest asked, and by which network's or router's namespace it came. */
export const GuestPlace = Type.Object({
  address: Type.String(),
  networkId: Type.Optional(Type.String()),
  routerId: Type.Optional(Type.String()),
})
export type GuestPlace = Static<typeof GuestPlace>

/** The server that a port is of. */
const GuestServer = Type.Object({ serverId: Type.String(), projectId: Type.String() })

const OnHost = Type.Object({ host: Type.String() })
const PortsOnHost = Type.Object({ host: Type.String(), portIds: Type.Array(Type.String()) })
const Nothing = Type.Object({})

export const AgentState = Type.Object({
  host: Type.String(),
  agentType: Type.String(),
  binary: Type.String(),
  topic: Type.String(),
  availabilityZone: Type.String(),
  /** The `binding:vif_type` of ports bound to the host. */
  vifType: Type.String(),
  configurations: Type.Record(Type.String(), Type.Unknown()),
  /** How it has guests' questions for metadata answered, where it does. Agents before this was added do not say. */
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  startedAt: Type.String(),
})
export type AgentState = Static<typeof AgentState>

/** What agents on hosts ask of the network server, which has the database. */
export const networkPlugin = defineRpc('q-plugin', {
  reportState: call(AgentState, Nothing, { since: '1.0' }),
  /** Every port bound to the host. */
  ports: call(Type.Object({ host: Type.String(), known }), WiredPorts, { since: '1.0' }),
  /** Those of these ports that are bound to the host; the others are gone from it. */
  portsOf: call(Type.Object({ host: Type.String(), portIds: Type.Array(Type.String()), known }), WiredPorts, {
    since: '1.0',
  }),
  /** DHCP of every network the host serves. */
  dhcp: call(OnHost, Type.Object({ networks: Type.Array(DhcpNetwork) }), { since: '1.0' }),
  /** DHCP of one network; null when the host does not serve it. */
  dhcpOf: call(
    Type.Object({ host: Type.String(), networkId: Type.String() }),
    Type.Object({ network: Nullable(DhcpNetwork) }),
    { since: '1.0' },
  ),
  /** The server that has this address there; null where there is none, or more than one. */
  guestAt: call(GuestPlace, Type.Object({ server: Nullable(GuestServer) }), { since: '1.1' }),
  devicesUp: call(PortsOnHost, Nothing, { since: '1.0' }),
  devicesDown: call(PortsOnHost, Nothing, { since: '1.0' }),
})

const prepareTimeoutMs = 10_000

const PortsChanged = Type.Object({
  portIds: Type.Array(Type.String()),
  /** They were deleted, so that there is nothing to ask. Servers before this was added do not say. */
  gone: Type.Optional(Type.Boolean()),
})

/** What the network server asks of the agent on a host. Casts only wake it: it asks for what is wanted now. */
export const networkAgent = defineRpc('q-agent', {
  prepareNetwork: call(NetworkSegment, Nothing, { since: '1.0', timeoutMs: prepareTimeoutMs }),
  portsChanged: cast(PortsChanged, { since: '1.0' }),
  membersChanged: cast(Type.Object({ groups: Type.Array(MembersChange) }), { since: '1.1' }),
  dhcpChanged: cast(Type.Object({ networkId: Type.String() }), { since: '1.0' }),
})
