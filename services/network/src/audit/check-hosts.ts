import type { Finding, FindingKind } from './finding.ts'
import type { Books } from './look-at-books.ts'
import type { LookedAtHost } from './look-at-hosts.ts'
import { shortIdOf } from './short-id.ts'

const without = (all: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  all.filter((one) => !known.has(one))

const onHost =
  (host: string, type: string, kind: FindingKind, problem: (id: string) => string) =>
  (id: string): Finding => ({ kind, resource: { type, id }, host, problem: problem(id) })

const aboutWires = ({ host, found, ports }: LookedAtHost, { networks }: Books): readonly Finding[] => {
  const known = new Set([...[...networks].map(shortIdOf), ...(found.lately ?? [])])
  const wanted = new Set(ports.map(({ id }) => shortIdOf(id)))
  const filtered = new Set(found.ports)
  const wired = ports.filter((port) => port.wired).map(({ id }) => id)
  return [
    ...without(found.networks, known).map(
      onHost(
        ...([host, 'bridge', 'bridge-without-network'] as const),
        (id) => `The host ${host} has a bridge for a network ${id}…, which is gone.`,
      ),
    ),
    ...without(found.ports, wanted).map(
      onHost(
        ...([host, 'filter', 'filter-without-port'] as const),
        (id) => `The host ${host} has filter rules for a port ${id}…, which is not there.`,
      ),
    ),
    ...wired
      .filter((id) => !filtered.has(shortIdOf(id)))
      .map(
        onHost(
          ...([host, 'port', 'port-without-filter'] as const),
          (id) => `The port ${id} is active on the host ${host}, which has no filter rules for it.`,
        ),
      ),
  ]
}

const aboutDhcp = ({ host, found, served }: LookedAtHost, { addresses }: Books): readonly Finding[] => {
  const serving = found.served.map(({ networkId }) => networkId)
  const leases = found.served.flatMap(({ networkId, leases: leased }) =>
    without(leased, addresses.get(networkId) ?? new Set()).map((address) => `${address} of ${networkId}`),
  )
  return [
    ...without(serving, new Set(served)).map(
      onHost(
        ...([host, 'network', 'dhcp-without-network'] as const),
        (id) =>
          `The host ${host} has a namespace with a DHCP server for the network ${id}, which it should not serve.`,
      ),
    ),
    ...without(served, new Set(serving)).map(
      onHost(
        ...([host, 'network', 'network-without-dhcp'] as const),
        (id) => `The host ${host} has no DHCP server for the network ${id}, which it should serve.`,
      ),
    ),
    ...leases.map(
      onHost(
        ...([host, 'lease', 'lease-without-port'] as const),
        (lease) =>
          `The DHCP server on the host ${host} keeps a lease of ${lease}, an address that no port has.`,
      ),
    ),
  ]
}

const aboutRouters = ({ host, routers }: LookedAtHost): readonly Finding[] => {
  if (routers === undefined) return []
  const { found, wanted } = routers
  return [
    ...without(found, new Set(wanted)).map(
      onHost(
        ...([host, 'router', 'namespace-without-router'] as const),
        (id) => `The host ${host} has a namespace for the router ${id}, which it should not run.`,
      ),
    ),
    ...without(wanted, new Set(found)).map(
      onHost(
        ...([host, 'router', 'router-without-namespace'] as const),
        (id) => `The host ${host} has no namespace for the router ${id}, which it should run.`,
      ),
    ),
  ]
}

/** Compares what agents found on their hosts with what the database says. */
export const checkHosts = (hosts: readonly LookedAtHost[], books: Books): readonly Finding[] =>
  hosts.flatMap((seen) => [
    ...(seen.found.kept ? [...aboutWires(seen, books), ...aboutDhcp(seen, books)] : []),
    ...aboutRouters(seen),
  ])
