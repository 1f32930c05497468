import { createHash } from 'node:crypto'
import type { Bandwidth } from '@nimbo/network/driver/network-agent-driver'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { limitingDevice, limitingPrefix } from './device-names.ts'
import type { Namespaces } from './namespaces.ts'
import { wayOut } from './router-nat.ts'
import type { RunCommand } from './run-command.ts'
import { redirected, tokenBucket } from './token-buckets.ts'

type Limit = NonNullable<RunRouter['limits']>[number]

/** A device as `ip -j link` describes it. */
interface FoundDevice {
  readonly ifname: string
  readonly ifindex: number
  readonly mtu: number
  readonly ifalias?: string
}

/** A gateway device with limited addresses, and the `ifb` device (`waiting`) on which arriving packets queue. */
interface LimitedDevice {
  readonly device: FoundDevice
  readonly waiting: string
  readonly limits: readonly Limit[]
  /** Differs between all ways to limit the device; kept as the alias of the `ifb` device. */
  readonly digest: string
}

/** Enforces the bandwidth limits of floating IPs and gateways. */
export interface AddressShaping {
  /** The router's devices must exist. Only differences are applied, so that traffic is not interrupted. */
  ensure(router: RunRouter, namespace: string): Promise<void>
}

/** The `tc` lines that give each limited address a queue; packets of other addresses pass unlimited. */
const queues = (
  device: string,
  mtu: number,
  limits: readonly { readonly match: string; readonly rate: Bandwidth }[],
): string[] => [
  `qdisc replace dev ${device} root handle 1: htb`,
  ...limits.flatMap(({ match, rate }, index) => {
    const queue = `1:${(index + 1).toString(16)}`
    return [
      `class replace dev ${device} parent 1: classid ${queue} ${tokenBucket(rate, mtu)}`,
      `filter add dev ${device} parent 1: protocol ip prio 1 u32 match ip ${match}/32 flowid ${queue}`,
    ]
  }),
]

const linesFor = ({ device: { ifname, mtu }, waiting, limits }: LimitedDevice): string[] => {
  const leaving = limits
    .filter(({ egress }) => egress.kbps > 0)
    .map(({ address, egress }) => ({ match: `src ${address}`, rate: egress }))
  const arriving = limits
    .filter(({ ingress }) => ingress.kbps > 0)
    .map(({ address, ingress }) => ({ match: `dst ${address}`, rate: ingress }))
  return [
    ...(leaving.length > 0 ? queues(ifname, mtu, leaving) : []),
    ...(arriving.length > 0 ? [...queues(waiting, mtu, arriving), ...redirected(ifname, waiting)] : []),
  ]
}

const limitedDevices = (router: RunRouter, devices: readonly FoundDevice[]): LimitedDevice[] =>
  [...Map.groupBy(router.limits ?? [], ({ gatewayPortId }) => gatewayPortId)].flatMap(([portId, limits]) => {
    const device = devices.find(({ ifname }) => ifname === wayOut(router).device(portId))
    if (!device) return []
    const digest = createHash('sha256')
      .update(JSON.stringify([device.ifindex, device.mtu, limits]))
      .digest('hex')
    return [{ device, limits, waiting: limitingDevice(portId), digest }]
  })

/**
 * Packets that leave queue on the gateway device, where they have the floating IP as their source already. Packets that
 * arrive queue on an `ifb` device before their destination is translated.
 */
export const addressShapingBy = (run: RunCommand, namespaces: Namespaces): AddressShaping => {
  const linksIn = async (namespace: string): Promise<readonly FoundDevice[]> => {
    const printed = await run(['ip', '-j', '-n', namespace, 'link', 'show'])
    return JSON.parse(printed.trim() === '' ? '[]' : printed) as readonly FoundDevice[]
  }
  const link = (namespace: string, ...words: string[]) => run(['ip', '-n', namespace, 'link', ...words])
  const tc = (namespace: string, lines: readonly string[]) =>
    namespaces.within(namespace, ['tc', '-batch', '-'], `${lines.join('\n')}\n`)

  /** Removes the limits and the `ifb` device. If the gateway device no longer exists, its queues are gone with it. */
  const release = async (
    namespace: string,
    waiting: string,
    device: FoundDevice | undefined,
  ): Promise<void> => {
    if (device) {
      const { ifname } = device
      const there = await namespaces.within(namespace, ['tc', 'qdisc', 'show', 'dev', ifname])
      const gone = ['root', 'ingress'].filter((place) =>
        there.includes(place === 'root' ? 'qdisc htb' : 'qdisc ingress'),
      )
      for (const place of gone)
        await namespaces.within(namespace, ['tc', 'qdisc', 'delete', 'dev', ifname, place])
    }
    await link(namespace, 'delete', 'dev', waiting)
  }

  const limit = async (namespace: string, limited: LimitedDevice): Promise<void> => {
    const { device, waiting, digest } = limited
    await link(namespace, 'add', 'name', waiting, 'type', 'ifb')
    await link(namespace, 'set', 'dev', waiting, 'mtu', String(device.mtu), 'up')
    await tc(namespace, linesFor(limited))
    // The alias comes last: with it everything is in place, even if the agent is killed in between.
    await link(namespace, 'set', 'dev', waiting, 'alias', digest)
  }

  return {
    ensure: async (router, namespace) => {
      const devices = await linksIn(namespace)
      const wanted = limitedDevices(router, devices)
      const isRight = ({ ifname, ifalias }: FoundDevice): boolean =>
        wanted.some(({ waiting, digest }) => waiting === ifname && digest === ifalias)
      const before = devices.filter(({ ifname }) => ifname.startsWith(limitingPrefix))
      for (const { ifname } of before.filter((each) => !isRight(each)))
        await release(
          namespace,
          ifname,
          devices.find((each) => each.ifname === gatewayOf(router, ifname)),
        )
      for (const each of wanted)
        if (!before.some((found) => found.ifname === each.waiting && isRight(found)))
          await limit(namespace, each)
    },
  }
}

/** The name of the gateway device to which an `ifb` device belongs: both end with the same part of the port's id. */
const gatewayOf = (router: RunRouter, waiting: string): string =>
  wayOut(router).device(waiting.slice(limitingPrefix.length))
