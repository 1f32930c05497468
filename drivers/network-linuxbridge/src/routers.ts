import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { RunRouter, RunsRouters } from '@nimbo/network/driver/runs-routers'
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

/** By which the outer end of a router's wire is told from a guest's. */
export const routerAlias = 'nimbo router'

/** What makes a namespace forward, and tell its neighbours where its addresses are. */
const settings = ['net/ipv4/ip_forward', 'net/ipv4/conf/all/arp_notify']
const unchecked = ['rp_filter', 'send_redirects'].flatMap((name) =>
  ['all', 'default'].map((device) => `net/ipv4/conf/${device}/${name}`),
)
const settingsOfIpv6 = ['net/ipv6/conf/all/forwarding', 'net/ipv6/conf/all/ndisc_notify']

interface RoutersOptions {
  readonly run: RunCommand
  readonly links: Links
  readonly namespaces: Namespaces
  /** Where a file for each router says that it is of this cloud. */
  readonly directory: string
  /** Where files of what advertises them lie. */
  readonly advertiserDirectory: string
  /** Where files of elections among the hosts of a router lie, and what came of them. */
  readonly electionDirectory: string
  /** Where it is said on what networks outside this host holds floating addresses. */
  readonly outsideDirectory: string
}

/**
 * A namespace a router, with an end of a wire for each of its ports, in which the kernel forwards and nftables translates.
 * Each time only what differs is changed, so that neither a restarted agent nor a change of something else holds a packet up.
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

  /** One transaction of what differs. */
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
    // Of many hosts one may see but one way of a connection, which is no reason to drop it; nor are guests to know of the next router.
    await told(namespace, '0', unchecked)
    await switchOn(namespace, settings)
    try {
      await switchOn(namespace, settingsOfIpv6)
    } catch {
      // A kernel without IPv6 has no such settings, and nothing to forward.
    }
  }

  /** What a router has besides that is on many hosts. */
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

  /** Where those leave who have no floating address: a router of its own, on the one host that has it. */
  const ensureCentre = async ({ id, distributed }: RunRouter): Promise<void> => {
    const namespace = centreNamespace(id)
    if (!distributed?.centre) return namespaces.remove(namespace)
    if (await namespaces.ensure(namespace)) await forward(namespace)
    await ensureRules(distributed.centre, namespace, natChanges)
    await ensureDevices(distributed.centre, namespace, true)
    await ensurePaths(distributed.centre, namespace)
    await ensureRules(distributed.centre, namespace, helperChanges)
  }

  const isHere = async ({ id, election }: RunRouter): Promise<boolean> =>
    election === undefined || (await elections.stateOf(id)) === 'active'

  /** Has packets cross it here, or keeps them from it. */
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
    // Both ends of each wire go with the namespace that one of them lies in.
    await namespaces.remove(routerNamespace(routerId))
    await rm(`${directory}/${routerId}`, { force: true })
  }

  return {
    ensureRouter: async (router) => {
      if (!router.adminStateUp) return remove(router.id)
      const namespace = routerNamespace(router.id)
      await mkdir(directory, { recursive: true, mode: 0o755 })
      await writeFile(`${directory}/${router.id}`, '')
      if (await namespaces.ensure(namespace)) await forward(namespace)
      // Who translates stands before the first packet comes.
      await ensureRules(router, namespace, natChanges)
      if (router.election) await elections.prepare(router, namespace)
      else await elections.leave(router.id)
      // Where it is elected meanwhile, or another host, what was done is looked at again.
      let here: boolean
      do {
        here = await isHere(router)
        await ensureCrossing(router, namespace, here)
      } while (here !== (await isHere(router)))
      await ensureDistribution(router, namespace)
      await elections.take(router, namespace)
      // A kernel may lack a helper, which nothing else waits for.
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
