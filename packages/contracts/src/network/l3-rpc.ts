import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import { AgentState, Bandwidth } from './agent-rpc.ts'

/** A port of a router; the L2 agent wires its other end. */
export const RouterPort = Type.Object({
  id: Type.String(),
  mac: Type.String(),
  mtu: Type.Integer(),
  /** With prefix lengths: `10.0.0.1/24`. */
  addresses: Type.Array(Type.String()),
  /** IPv6 prefixes to advertise, with their address mode. Absent from older servers. */
  advertised: Type.Optional(
    Type.Array(
      Type.Object({
        prefix: Type.String(),
        mode: Type.Union([
          Type.Literal('slaac'),
          Type.Literal('dhcpv6-stateful'),
          Type.Literal('dhcpv6-stateless'),
        ]),
        nameservers: Type.Array(Type.String()),
      }),
    ),
  ),
})
export type RouterPort = Static<typeof RouterPort>

/** VRRP settings of an HA router. */
export const Election = Type.Object({
  /** The host's port on the HA network. */
  port: RouterPort,
  virtualRouterId: Type.Integer(),
  advertSeconds: Type.Integer(),
  authentication: Type.Union([
    Type.Null(),
    Type.Object({ type: Type.Union([Type.Literal('AH'), Type.Literal('PASS')]), password: Type.String() }),
  ]),
})
export type Election = Static<typeof Election>

const crossed = {
  id: Type.String(),
  /** `admin_state_up`. */
  adminStateUp: Type.Boolean(),
  interfaces: Type.Array(RouterPort),
  /** Gateways; the first one has the default route. */
  gateways: Type.Array(
    Type.Object({
      port: RouterPort,
      /** Next hops of the default route, at most one per IP version. */
      nexthops: Type.Array(Type.String()),
      /** Whether SNAT is enabled. */
      snat: Type.Boolean(),
    }),
  ),
  routes: Type.Array(Type.Object({ destination: Type.String(), nexthop: Type.String() })),
  /** Floating IPs. */
  floatingIps: Type.Array(
    Type.Object({
      id: Type.String(),
      address: Type.String(),
      fixedAddress: Type.String(),
      gatewayPortId: Type.String(),
    }),
  ),
  /** Conntrack helpers by port. */
  helpers: Type.Array(Type.Object({ helper: Type.String(), protocol: Type.String(), port: Type.Integer() })),
  /** Port forwardings; ranges have the same length inside and outside. */
  forwardings: Type.Array(
    Type.Object({
      floatingIpId: Type.String(),
      address: Type.String(),
      gatewayPortId: Type.String(),
      protocol: Type.String(),
      externalFirst: Type.Integer(),
      externalLast: Type.Integer(),
      internalAddress: Type.String(),
      internalFirst: Type.Integer(),
      internalLast: Type.Integer(),
    }),
  ),
  /** Bandwidth limits of floating IPs and of gateways' IPv4 addresses. Absent from older servers. */
  limits: Type.Optional(
    Type.Array(
      Type.Object({
        address: Type.String(),
        gatewayPortId: Type.String(),
        /** The limit for packets that leave by the gateway with this source. */
        egress: Bandwidth,
        /** The limit for packets that arrive by the gateway for this destination. */
        ingress: Bandwidth,
      }),
    ),
  ),
  /** NDP proxies. Absent from older servers. */
  ndpProxies: Type.Optional(
    Type.Array(Type.Object({ address: Type.String(), gatewayPortId: Type.String() })),
  ),
}

/** The per-host part of a distributed router. */
export const Distribution = Type.Object({
  /** Permanent neighbour entries: the router sends no ARP requests, because another host would answer. */
  neighbours: Type.Array(Type.Object({ portId: Type.String(), address: Type.String(), mac: Type.String() })),
  /** Next hops towards the SNAT namespace, per internal port. */
  ways: Type.Array(Type.Object({ portId: Type.String(), nexthops: Type.Array(Type.String()) })),
  /** The host's gateway ports on external networks. */
  outside: Type.Array(
    Type.Object({ networkId: Type.String(), port: RouterPort, nexthops: Type.Array(Type.String()) }),
  ),
  /** The SNAT router, on the one host that has it. */
  centre: Type.Optional(Type.Object(crossed)),
})
export type Distribution = Static<typeof Distribution>

/** A router as a host runs it. */
export const RunRouter = Type.Object({
  ...crossed,
  /** For HA routers. Absent from older servers. */
  election: Type.Optional(Election),
  /** For distributed routers; only sent to agents that support them. */
  distributed: Type.Optional(Distribution),
})
export type RunRouter = Static<typeof RunRouter>

const Nothing = Type.Object({})
const Routers = Type.Object({ routers: Type.Array(RunRouter) })

/** RPC interface of the Neutron server for L3 agents. */
export const l3Plugin = defineRpc('q-l3-plugin', {
  reportState: call(AgentState, Nothing, { since: '1.0' }),
  /** Every router of the host. */
  routers: call(Type.Object({ host: Type.String() }), Routers, { since: '1.0' }),
  /** The given routers that are on the host; others have left it. */
  routersOf: call(Type.Object({ host: Type.String(), routerIds: Type.Array(Type.String()) }), Routers, {
    since: '1.0',
  }),
  /** Reports which floating IPs of a router are active, and which are not. */
  floatingIpsReached: call(
    Type.Object({
      host: Type.String(),
      routerId: Type.String(),
      up: Type.Array(Type.String()),
      down: Type.Array(Type.String()),
    }),
    Nothing,
    { since: '1.0' },
  ),
  /** Reports whether the host is the active one of an HA router. */
  electionHeld: call(
    Type.Object({ host: Type.String(), routerId: Type.String(), active: Type.Boolean() }),
    Nothing,
    { since: '1.1' },
  ),
})

/** An agent reads the namespaces of its host. */
const inventoryTimeoutMs = 60_000

/** RPC interface of an L3 agent. Casts wake it: it then requests the current state. */
export const l3Agent = defineRpc('l3_agent', {
  routersChanged: cast(Type.Object({ routerIds: Type.Array(Type.String()) }), { since: '1.0' }),
  /** The ids of the routers with a namespace on the host, for the audit. */
  inventory: call(Nothing, Type.Object({ routers: Type.Array(Type.String()) }), {
    since: '1.1',
    timeoutMs: inventoryTimeoutMs,
  }),
  /** Makes the agent do its full resync at once. */
  resync: cast(Nothing, { since: '1.1' }),
})
