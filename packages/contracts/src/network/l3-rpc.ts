import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import { AgentState } from './agent-rpc.ts'

/** A router's end of a wire; its other end is wired by the agent of ports. */
export const RouterPort = Type.Object({
  id: Type.String(),
  mac: Type.String(),
  mtu: Type.Integer(),
  /** Each with the length of its subnet's prefix: `10.0.0.1/24`. */
  addresses: Type.Array(Type.String()),
  /** The IPv6 networks that guests hear of, and how they come by an address. Servers before this was added do not say. */
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

/** How hosts that all run a router find out by VRRP across which of them packets go. */
export const Election = Type.Object({
  /** Its end of the wire to the others. */
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
  /** Whether packets cross it. */
  adminStateUp: Type.Boolean(),
  interfaces: Type.Array(RouterPort),
  /** By the first it leads outside; by the others to their own networks. */
  gateways: Type.Array(
    Type.Object({
      port: RouterPort,
      /** The next routers on the way out, one of each IP version at most. */
      nexthops: Type.Array(Type.String()),
      /** Whether what leaves here leaves under the router's own address. */
      snat: Type.Boolean(),
    }),
  ),
  routes: Type.Array(Type.Object({ destination: Type.String(), nexthop: Type.String() })),
  /** Addresses outside that stand for one inside. */
  floatingIps: Type.Array(
    Type.Object({
      id: Type.String(),
      address: Type.String(),
      fixedAddress: Type.String(),
      gatewayPortId: Type.String(),
    }),
  ),
  /** Protocols that open further connections, by the ports they come to. */
  helpers: Type.Array(Type.Object({ helper: Type.String(), protocol: Type.String(), port: Type.Integer() })),
  /** Ports of addresses outside that stand for ports inside; runs of them are as long as each other. */
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
  /** Addresses inside that are told outside to be its own. Servers before this was added do not say. */
  ndpProxies: Type.Optional(
    Type.Array(Type.Object({ address: Type.String(), gatewayPortId: Type.String() })),
  ),
}

/** What is one's own of a router that is on every host with guests of its networks. */
export const Distribution = Type.Object({
  /** Who is on its networks: it asks nobody, since it would be answered on another host. */
  neighbours: Type.Array(Type.Object({ portId: Type.String(), address: Type.String(), mac: Type.String() })),
  /** By whom those leave who have no floating address here, for each port of it that leads inside. */
  ways: Type.Array(Type.Object({ portId: Type.String(), nexthops: Type.Array(Type.String()) })),
  /** What holds its floating addresses on this host: the port that the host has on their network, of all routers there. */
  outside: Type.Array(
    Type.Object({ networkId: Type.String(), port: RouterPort, nexthops: Type.Array(Type.String()) }),
  ),
  /** Where all others leave, on the one host that has it: a router of its own on the same networks. */
  centre: Type.Optional(Type.Object(crossed)),
})
export type Distribution = Static<typeof Distribution>

/** A router as a host runs it. */
export const RunRouter = Type.Object({
  ...crossed,
  /** Where other hosts run it too. Servers before this was added do not say. */
  election: Type.Optional(Election),
  /** Where every host of its networks runs it, each for its own guests. Told to agents that say they can. */
  distributed: Type.Optional(Distribution),
})
export type RunRouter = Static<typeof RunRouter>

const Nothing = Type.Object({})
const Routers = Type.Object({ routers: Type.Array(RunRouter) })

/** What agents that run routers ask of the network server, which has the database. */
export const l3Plugin = defineRpc('q-l3-plugin', {
  reportState: call(AgentState, Nothing, { since: '1.0' }),
  /** Every router that the host is to run. */
  routers: call(Type.Object({ host: Type.String() }), Routers, { since: '1.0' }),
  /** Those of these routers that the host is to run; the others are gone from it. */
  routersOf: call(Type.Object({ host: Type.String(), routerIds: Type.Array(Type.String()) }), Routers, {
    since: '1.0',
  }),
  /** These floating addresses of a router are reached by the host now, those are not. */
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
  /** Whether packets cross the host, of a router that others run too. */
  electionHeld: call(
    Type.Object({ host: Type.String(), routerId: Type.String(), active: Type.Boolean() }),
    Nothing,
    { since: '1.1' },
  ),
})

/** What the network server tells the agent that runs routers on a host: it asks for what is wanted now. */
export const l3Agent = defineRpc('l3_agent', {
  routersChanged: cast(Type.Object({ routerIds: Type.Array(Type.String()) }), { since: '1.0' }),
})
