import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'

const Nullable = <const Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** A network's segment as a host connects it. */
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

/** What a port's filter accepts; several prefixes are alternatives, none means any address. */
export const FilterRule = Type.Object({
  direction: Type.Union([Type.Literal('ingress'), Type.Literal('egress')]),
  version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  /** IP protocol number. */
  protocol: Nullable(Type.Integer()),
  /** Ports, or ICMP type and code. */
  portMin: Nullable(Type.Integer()),
  portMax: Nullable(Type.Integer()),
  prefixes: Nullable(Type.Array(Type.String())),
  /** The remote security group; only for agents that keep members themselves. */
  remoteGroup: Type.Optional(Type.String()),
  /** The security group that has the rule. Absent from older servers. */
  group: Type.Optional(Type.String()),
})
export type FilterRule = Static<typeof FilterRule>

const bandwidth = { kbps: Type.Integer(), burstKbit: Type.Integer() }

/** The limit of one direction in kbit/s with a burst; 0 for none. */
export const Bandwidth = Type.Object(bandwidth)
export type Bandwidth = Static<typeof Bandwidth>

/** Limits of one direction: kbit/s and thousands of packets per second, each with a burst; 0 for none. */
const Rate = Type.Object({
  ...bandwidth,
  kpps: Type.Integer(),
  burstKpps: Type.Integer(),
})
export type Rate = Static<typeof Rate>

/** QoS of a port: limits for egress and ingress, and the DSCP mark of egress. */
export const PortQos = Type.Object({ egress: Rate, ingress: Rate, dscpMark: Nullable(Type.Integer()) })
export type PortQos = Static<typeof PortQos>

/** A port as the host wires it. */
export const WiredPort = Type.Object({
  id: Type.String(),
  device: Type.String(),
  mac: Type.String(),
  addresses: Type.Array(Type.String()),
  /** Allowed address pairs. */
  allowedPairs: Type.Array(Type.Object({ mac: Type.String(), prefix: Type.String() })),
  adminStateUp: Type.Boolean(),
  /** Whether its status is ACTIVE already. Absent from older servers. */
  active: Type.Optional(Type.Boolean()),
  /** Whether port security is on. */
  filtered: Type.Boolean(),
  rules: Type.Array(FilterRule),
  /** Its security groups. Absent from older servers. */
  groups: Type.Optional(Type.Array(Type.String())),
  /** Its QoS policy, if any. Absent from older servers. */
  qos: Type.Optional(PortQos),
  /** Local IPs that it can reach. Absent from older servers. */
  localIps: Type.Optional(
    Type.Array(
      Type.Object({
        address: Type.String(),
        fixedAddress: Type.String(),
        fixedMac: Type.String(),
        /** Whether the target's address is translated, or the target itself has the local IP. */
        translated: Type.Boolean(),
      }),
    ),
  ),
  /** Its logs. Absent from older servers. */
  logs: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        projectId: Type.String(),
        event: Type.Union([Type.Literal('ALL'), Type.Literal('ACCEPT'), Type.Literal('DROP')]),
      }),
    ),
  ),
  /** For ports of distributed routers: the host's DVR MAC. Absent from older servers. */
  distributed: Type.Optional(Type.Object({ hostMac: Type.String() })),
  /** For sub-ports of a trunk: the device of its parent port, and their VLAN there. Absent from older servers. */
  trunk: Type.Optional(Type.Object({ device: Type.String(), vlan: Type.Integer() })),
  /**
   * For a port that is a virtual function of a card of the host, so that no bridge carries it: its PCI address, whether its link
   * goes down with that of the card, and whether the card trusts its guest. Absent from older servers.
   */
  cardFunction: Type.Optional(
    Type.Object({ pciSlot: Type.String(), followsUplink: Type.Boolean(), trusted: Type.Boolean() }),
  ),
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
  /** Its DNS name, if it has one; absent from older servers. */
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

/** DHCP of a network on one host. */
export const DhcpNetwork = Type.Object({
  network: NetworkSegment,
  /** The host's DHCP port. */
  port: Type.Object({ id: Type.String(), mac: Type.String(), addresses: Type.Array(Type.String()) }),
  subnets: Type.Array(DhcpSubnet),
  hosts: Type.Array(DhcpHost),
  /** -1 for infinite. */
  leaseSeconds: Type.Integer(),
  domain: Type.String(),
  /**
   * Subnets without a router for metadata, and whether link-local addresses are served here because the network has no router.
   * Absent from older servers.
   */
  isolated: Type.Optional(Type.Object({ subnetIds: Type.Array(Type.String()), linkLocal: Type.Boolean() })),
})
export type DhcpNetwork = Static<typeof DhcpNetwork>

/** The addresses of a security group's members, with their digest. */
export const GroupMembers = Type.Object({
  id: Type.String(),
  digest: Type.String(),
  addresses: Type.Array(Type.String()),
})
export type GroupMembers = Static<typeof GroupMembers>

/**
 * The difference between two states of members. An agent whose digest is not `before` must request all members, as must every
 * agent when it is null.
 */
export const MembersChange = Type.Object({
  id: Type.String(),
  before: Nullable(Type.String()),
  after: Type.String(),
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
})
export type MembersChange = Static<typeof MembersChange>

/** The groups whose members the agent has, so that the server leaves them out. Absent from older agents. */
const known = Type.Optional(Type.Array(Type.Object({ id: Type.String(), digest: Type.String() })))

const WiredPorts = Type.Object({
  ports: Type.Array(WiredPort),
  /** Members of groups that the agent lacks. */
  members: Type.Optional(Type.Array(GroupMembers)),
})

/** The rules of a security group. */
export const GroupRules = Type.Object({ id: Type.String(), rules: Type.Array(FilterRule) })
export type GroupRules = Static<typeof GroupRules>

/** The address of a guest, and the network or router in whose namespace its request arrived. */
export const GuestPlace = Type.Object({
  address: Type.String(),
  networkId: Type.Optional(Type.String()),
  routerId: Type.Optional(Type.String()),
})
export type GuestPlace = Static<typeof GuestPlace>

/** A server with its project. */
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
  /** The `binding:vif_type` of ports on the host. */
  vifType: Type.String(),
  configurations: Type.Record(Type.String(), Type.Unknown()),
  /** How it serves metadata, if it does. Absent from older agents. */
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** The network cards whose virtual functions it sets, if it does. Absent from older agents. */
  nicSwitch: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  startedAt: Type.String(),
})
export type AgentState = Static<typeof AgentState>

const Reported = Type.Object({
  /** The tunnel addresses of all other hosts, for an agent that has one itself. Absent from older servers. */
  peers: Type.Optional(Type.Array(Type.String())),
})

/** RPC interface of the Neutron server for L2 and DHCP agents. */
export const networkPlugin = defineRpc('q-plugin', {
  reportState: call(AgentState, Reported, { since: '1.0' }),
  /** Every port of the host. */
  ports: call(Type.Object({ host: Type.String(), known }), WiredPorts, { since: '1.0' }),
  /** The given ports that are on the host; others have left it. */
  portsOf: call(Type.Object({ host: Type.String(), portIds: Type.Array(Type.String()), known }), WiredPorts, {
    since: '1.0',
  }),
  /** The rules of security groups, with members of groups that the agent lacks. */
  rulesOf: call(
    Type.Object({ host: Type.String(), groupIds: Type.Array(Type.String()), known }),
    Type.Object({ groups: Type.Array(GroupRules), members: Type.Array(GroupMembers) }),
    { since: '1.2' },
  ),
  /** DHCP of every network the host serves. */
  dhcp: call(OnHost, Type.Object({ networks: Type.Array(DhcpNetwork) }), { since: '1.0' }),
  /** DHCP of one network; null when the host does not serve it. */
  dhcpOf: call(
    Type.Object({ host: Type.String(), networkId: Type.String() }),
    Type.Object({ network: Nullable(DhcpNetwork) }),
    { since: '1.0' },
  ),
  /** The server with this address; null when there is none or more than one. */
  guestAt: call(GuestPlace, Type.Object({ server: Nullable(GuestServer) }), { since: '1.1' }),
  devicesUp: call(PortsOnHost, Nothing, { since: '1.0' }),
  devicesDown: call(PortsOnHost, Nothing, { since: '1.0' }),
})

const prepareTimeoutMs = 10_000

/** What an L2 and DHCP agent finds on its host, for the audit. */
export const HostInventory = Type.Object({
  /** Whether the driver leaves anything on the host that could be found; drivers without bridges do not. */
  kept: Type.Boolean(),
  /** Networks with a bridge and ports with a filter, by the first 11 characters of their ids. */
  networks: Type.Array(Type.String()),
  ports: Type.Array(Type.String()),
  /** Networks used since the last full resync: the next one removes their bridge if nothing uses it any more. */
  lately: Type.Optional(Type.Array(Type.String())),
  /** Networks with a DHCP server, and the addresses that it has leased. */
  served: Type.Array(Type.Object({ networkId: Type.String(), leases: Type.Array(Type.String()) })),
})
export type HostInventory = Static<typeof HostInventory>

/** An agent reads devices and rules of its whole host. */
const inventoryTimeoutMs = 60_000

const PortsChanged = Type.Object({
  portIds: Type.Array(Type.String()),
  /** The ports were deleted, so the agent need not request them. Absent from older servers. */
  gone: Type.Optional(Type.Boolean()),
})

/** RPC interface of an L2 or DHCP agent. Casts only wake it: it then requests the current state. */
export const networkAgent = defineRpc('q-agent', {
  prepareNetwork: call(NetworkSegment, Nothing, { since: '1.0', timeoutMs: prepareTimeoutMs }),
  portsChanged: cast(PortsChanged, { since: '1.0' }),
  membersChanged: cast(Type.Object({ groups: Type.Array(MembersChange) }), { since: '1.1' }),
  dhcpChanged: cast(Type.Object({ networkId: Type.String() }), { since: '1.0' }),
  /** Rules of security groups changed that ports on the host have. */
  rulesChanged: cast(Type.Object({ groupIds: Type.Array(Type.String()) }), { since: '1.2' }),
  /** A host has another tunnel address, so the agent reports again and learns it. */
  peersChanged: cast(Nothing, { since: '1.3' }),
  /** For the audit. */
  inventory: call(Nothing, HostInventory, { since: '1.2', timeoutMs: inventoryTimeoutMs }),
  /** Makes the agent do its full resync at once. */
  resync: cast(Nothing, { since: '1.2' }),
})
