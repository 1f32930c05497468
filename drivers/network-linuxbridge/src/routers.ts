import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { RunRouter, RunsRouters } from '@nimbo/network/driver/runs-routers'
import { addressShapingBy } from './address-shaping.ts'
import { centreNamespace, routerNamespace } from './device-names.ts'
import { floatingOutside } from './floating-outside.ts'
import type { Links } from './links.ts'
import type { Namespaces } from './namespaces.ts'
import { deactivation } from './router-activation.ts'
import { routerAdvertiser } from './router-advertiser.ts'
import {
  deviceChanges,
  devicesIn,
  electionDevices,
  isOn,
  type WantedDevice,
  wantedDevices,
} from './router-devices.ts'
import { standingNeighbourChanges, wayChanges } from './router-distribution.ts'
import { routerElections } from './router-elections.ts'
import { helperChanges } from './router-helpers.ts'
import { openRouterMetadata } from './router-metadata.ts'
import { natChanges } from './router-nat.ts'
import { neighbourChanges } from './router-neighbours.ts'
import { ownProtocol, pathChanges } from './router-paths.ts'
import type { RunCommand } from './run-command.ts'

/** The alias of a router's outer device ends, which distinguishes them from guests' taps. */
export const routerAlias = 'nimbo router'

/**
 * Settings that make a namespace forward packets and announce its addresses. `promote_secondaries`: a port keeps its other addresses
 * of a subnet when it loses the first of them.
 */
const settings = [
  'net/ipv4/ip_forward',
  'net/ipv4/conf/all/arp_notify',
  'net/ipv4/conf/all/promote_secondaries',
]
const unchecked = ['rp_filter', 'send_redirects'].flatMap((name) =>
  ['all', 'default'].map((device) => `net/ipv4/conf/${device}/${name}`),
)
const settingsOfIpv6 = ['net/ipv6/conf/all/forwarding', 'net/ipv6/conf/all/ndisc_notify']

interface RoutersOptions {
  readonly run: RunCommand
  readonly links: Links
  readonly namespaces: Namespaces
  /** Holds one file per router of this cloud on this host. */
  readonly directory: string
  /** Holds the files of the routers' advertisement daemons. */
  readonly advertiserDirectory: string
  /** Holds the VRRP files and states of HA routers. */
  readonly electionDirectory: string
  /** Holds one file per external network with floating IPs on this host. */
  readonly outsideDirectory: string
}

/**
 * One namespace per router with a device for each of its ports; the kernel forwards and nftables translates. Only
 * differences are applied, so that neither a restarted agent nor an unrelated change interrupts traffic.
 */
export const routersBy = ({
  run,
  links,
  namespaces,
  directory,
  advertiserDirectory,
  electionDirectory,
  outsideDirectory,
}: RoutersOptions): Omit<RunsRouters, 'close'> => {
  const advertiser = routerAdvertiser(namespaces, advertiserDirectory)
  const elections = routerElections(namespaces, electionDirectory)
  const batch = async (namespace: string, lines: readonly string[]): Promise<void> => {
    if (lines.length > 0) await run(['ip', '-n', namespace, '-batch', '-'], `${lines.join('\n')}\n`)
  }
  const inside = (namespace: string, ...command: string[]) => run(['ip', '-j', '-n', namespace, ...command])

  const ensureWire = async (
    { name, outside }: Pick<WantedDevice, 'name' | 'outside'>,
    namespace: string,
  ): Promise<void> => {
    await links.ensure(outside, 'type', 'veth', 'peer', 'name', name, 'netns', namespace)
    await links.set(outside, 'alias', routerAlias)
    await links.withoutIpv6(outside)
  }

  const shaping = addressShapingBy(run, namespaces)
  const floating = floatingOutside({ run, namespaces, ensureWire, directory: outsideDirectory })

  const ensureDevices = async (router: RunRouter, namespace: string, here: boolean): Promise<void> => {
    const [crossed, between] = [wantedDevices(router), electionDevices(router)]
    const before = devicesIn(await inside(namespace, 'address', 'show'))
    const missing = [...crossed, ...between].filter(({ name }) =>
      before.every(({ ifname }) => ifname !== name),
    )
    for (const device of missing) await ensureWire(device, namespace)
    if (here) return batch(namespace, deviceChanges([...crossed, ...between], before))
    const isCrossed = ({ ifname }: { readonly ifname: string }) => crossed.some(({ name }) => name === ifname)
    await batch(namespace, [
      ...deviceChanges(
        between,
        before.filter((device) => !isCrossed(device)),
      ),
      ...(before.some((device) => isCrossed(device) && isOn(device)) ? deactivation(router) : []),
    ])
  }

  const ensurePaths = async (router: RunRouter, namespace: string): Promise<void> => {
    const own = ['route', 'show', 'proto', String(ownProtocol)]
    await batch(namespace, [
      ...pathChanges(router, 4, await inside(namespace, '-4', ...own)),
      ...pathChanges(router, 6, await inside(namespace, '-6', ...own)),
    ])
  }

  const ensureNeighbours = async (router: RunRouter, namespace: string, here: boolean): Promise<void> => {
    const found = await inside(namespace, '-6', 'neighbour', 'show', 'proxy')
    const { lines, answering } = neighbourChanges(router, found)
    if (answering.length > 0)
      await switchOn(
        namespace,
        answering.map((device) => `net/ipv6/conf/${device}/proxy_ndp`),
      )
    if (here) await batch(namespace, lines)
  }

  /** Applies the differences in one nft transaction. */
  const ensureRules = async (
    router: RunRouter,
    namespace: string,
    changesOf: (router: RunRouter, listing: string) => string,
  ): Promise<void> => {
    const found = await namespaces.within(namespace, ['nft', '-j', 'list', 'ruleset'])
    const script = changesOf(router, found)
    if (script !== '') await namespaces.within(namespace, ['nft', '-f', '-'], script)
  }

  const told = (namespace: string, value: string, names: readonly string[]): Promise<string> =>
    namespaces.within(namespace, ['tee', ...names.map((name) => `/proc/sys/${name}`)], value)
  const switchOn = (namespace: string, names: readonly string[]) => told(namespace, '1', names)

  const forward = async (namespace: string): Promise<void> => {
    // Distributed routers: one host may see only one direction of a connection, so reverse path filtering must be off;
    // and ICMP redirects must not tell guests another next hop.
    await told(namespace, '0', unchecked)
    await switchOn(namespace, settings)
    try {
      await switchOn(namespace, settingsOfIpv6)
    } catch {
      // A kernel without IPv6 has no such settings and nothing to forward.
    }
  }

  /** Sets up the policy routes and permanent neighbours of a distributed router. */
  const ensureDistribution = async (router: RunRouter, namespace: string): Promise<void> => {
    if (!router.distributed) return
    const permanent = await inside(namespace, 'neighbour', 'show', 'nud', 'permanent')
    await batch(namespace, standingNeighbourChanges(router, permanent))
    await floating.ensure(router, namespace)
    for (const version of [4, 6] as const) {
      const family = `-${version}`
      const rules = await inside(namespace, family, 'rule', 'show')
      const routes = await inside(
        namespace,
        ...[family, 'route', 'show', 'table', 'all', 'proto', String(ownProtocol)],
      )
      const lines = wayChanges(router, version, { rules, routes })
      if (lines.length > 0) await run(['ip', '-n', namespace, family, '-batch', '-'], `${lines.join('\n')}\n`)
    }
    await ensureCentre(router)
  }

  /**
   * Ensures the SNAT namespace of a distributed router on the one host that has it, for ports without a floating IP.
   */
  const ensureCentre = async ({ id, distributed }: RunRouter): Promise<void> => {
    const namespace = centreNamespace(id)
    if (!distributed?.centre) return namespaces.remove(namespace)
    await namespaces.ensure(namespace, forward)
    await ensureRules(distributed.centre, namespace, natChanges)
    await ensureDevices(distributed.centre, namespace, true)
    await ensurePaths(distributed.centre, namespace)
    await shaping.ensure(distributed.centre, namespace)
    await ensureRules(distributed.centre, namespace, helperChanges)
  }

  const isHere = async ({ id, election }: RunRouter): Promise<boolean> =>
    election === undefined || (await elections.stateOf(id)) === 'active'

  /** Activates the router on this host, or deactivates it. */
  const ensureCrossing = async (router: RunRouter, namespace: string, here: boolean): Promise<void> => {
    await ensureDevices(router, namespace, here)
    if (here) await ensurePaths(router, namespace)
    await ensureNeighbours(router, namespace, here)
    if (here) await advertiser.ensure(router, namespace)
    else await advertiser.remove(router.id)
  }

  const remove = async (routerId: string): Promise<void> => {
    await elections.leave(routerId)
    await floating.remove(routerId)
    await namespaces.remove(centreNamespace(routerId))
    await advertiser.remove(routerId)
    // Deleting the namespace deletes both ends of each veth pair.
    await namespaces.remove(routerNamespace(routerId))
    await rm(`${directory}/${routerId}`, { force: true })
  }

  return {
    ensureRouter: async (router) => {
      if (!router.adminStateUp) return remove(router.id)
      const namespace = routerNamespace(router.id)
      await mkdir(directory, { recursive: true, mode: 0o755 })
      await writeFile(`${directory}/${router.id}`, '')
      await namespaces.ensure(namespace, forward)
      // The NAT rules must be in place before the first packet passes.
      await ensureRules(router, namespace, natChanges)
      if (router.election) await elections.prepare(router, namespace)
      else await elections.leave(router.id)
      // The election may change while we work, so the state is read again afterwards.
      let here: boolean
      do {
        here = await isHere(router)
        await ensureCrossing(router, namespace, here)
      } while (here !== (await isHere(router)))
      await ensureDistribution(router, namespace)
      await shaping.ensure(router, namespace)
      await elections.take(router, namespace)
      // The kernel may lack the helper's module; nothing else depends on it, so it comes last.
      await ensureRules(router, namespace, helperChanges)
    },
    isActive: async (routerId) => (await elections.stateOf(routerId)) === 'active',
    watchElections: (held) => elections.watch(held),
    openMetadata: (router) => openRouterMetadata({ run, namespaces }, router),
    removeRouter: remove,
    routers: async () => {
      try {
        return await readdir(directory)
      } catch {
        return []
      }
    },
  }
}
