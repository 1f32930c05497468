import type { PortQos, Rate, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shapingDevice, shortId, tapOf } from './device-names.ts'
import { deviceExists, indexOf, type Links } from './links.ts'
import type { RunCommand } from './run-command.ts'

const bitsInByte = 8
const kilo = 1000
/** Burst as a part of the rate when none is given, as in Neutron: enough for TCP to reach most of the rate. */
const usualBurst = 0.8

const burstBytes = ({ kbps, burstKbit }: Rate, mtu: number): number => {
  const wanted = ((burstKbit === 0 ? kbps * usualBurst : burstKbit) * kilo) / bitsInByte
  return Math.ceil(Math.max(wanted, 2 * mtu))
}

/** Limits the rate at which packets leave a device with a token bucket (tbf), which delays packets above the rate. */
const limited = (device: string, rate: Rate, mtu: number): string[] => {
  const burst = burstBytes(rate, mtu)
  return [
    `qdisc replace dev ${device} root handle 1: htb default 1`,
    `class replace dev ${device} parent 1: classid 1:1 htb rate ${rate.kbps}kbit burst ${burst}b cburst ${burst}b`,
  ]
}

/** Redirects packets that arrive on a device to another device, on which they can be queued. */
const turned = (device: string, by: string): string[] => [
  `qdisc replace dev ${device} handle ffff: ingress`,
  `filter replace dev ${device} parent ffff: protocol all prio 1 u32 match u32 0 0 action mirred egress redirect dev ${by}`,
]

const isShaped = ({ egress, ingress }: PortQos): boolean => egress.kbps > 0 || ingress.kbps > 0

/** Enforces the bandwidth limits of QoS policies. */
export interface Shaping {
  /** The device must exist. */
  shape(port: WiredPort): Promise<void>
  /** Succeeds when the port is not shaped. */
  release(portShortId: string): Promise<void>
}

/**
 * What a guest receives leaves by its tap and is queued there; what it sends arrives by the tap and is queued on an
 * `ifb` device of its own. The `ifb` device exists as long as either direction is shaped, and marks the port as shaped.
 */
export const shapingBy = (run: RunCommand, links: Links): Shaping => {
  /** What was applied last, so that a resync does not apply it again. */
  const done = new Map<string, string>()

  const tc = (lines: readonly string[]) => run(['tc', '-batch', '-'], `${lines.join('\n')}\n`)

  const release = async (id: string): Promise<void> => {
    done.delete(id)
    if (!(await deviceExists(shapingDevice(id)))) return
    const tap = tapOf(id)
    if (await deviceExists(tap)) await unshape(tap)
    await links.remove(shapingDevice(id))
  }

  /** Either direction may have no limit. */
  const unshape = async (tap: string): Promise<void> => {
    const there = await run(['tc', 'qdisc', 'show', 'dev', tap])
    if (there.includes('qdisc htb')) await run(['tc', 'qdisc', 'delete', 'dev', tap, 'root'])
    if (there.includes('qdisc ingress')) await run(['tc', 'qdisc', 'delete', 'dev', tap, 'ingress'])
  }

  return {
    shape: async ({ id: portId, qos, network: { mtu } }) => {
      const id = shortId(portId)
      if (!qos || !isShaped(qos)) return release(id)
      const [tap, waiting] = [tapOf(id), shapingDevice(id)]
      const wish = JSON.stringify([await indexOf(tap), qos.egress, qos.ingress, mtu])
      if (done.get(id) === wish && (await deviceExists(waiting))) return
      await release(id)
      await links.ensure(waiting, 'type', 'ifb')
      await links.withoutIpv6(waiting)
      await links.setMtu(waiting, mtu)
      await links.set(waiting, 'up')
      const { egress, ingress } = qos
      await tc([
        ...(ingress.kbps > 0 ? limited(tap, ingress, mtu) : []),
        ...(egress.kbps > 0 ? [...limited(waiting, egress, mtu), ...turned(tap, waiting)] : []),
      ])
      done.set(id, wish)
    },
    release,
  }
}
