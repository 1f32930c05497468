import type { PortQos, Rate, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shapingDevice, shortId, tapOf } from './device-names.ts'
import { deviceExists, indexOf, type Links } from './links.ts'
import type { RunCommand } from './run-command.ts'

const bitsInByte = 8
const kilo = 1000
/** What may go at once when nobody says: enough for TCP to use most of what it may. */
const usualBurst = 0.8

const burstBytes = ({ kbps, burstKbit }: Rate, mtu: number): number => {
  const wanted = ((burstKbit === 0 ? kbps * usualBurst : burstKbit) * kilo) / bitsInByte
  return Math.ceil(Math.max(wanted, 2 * mtu))
}

/** Lets what leaves a device go no faster, by a token bucket; what is too early waits. */
const limited = (device: string, rate: Rate, mtu: number): string[] => {
  const burst = burstBytes(rate, mtu)
  return [
    `qdisc replace dev ${device} root handle 1: htb default 1`,
    `class replace dev ${device} parent 1: classid 1:1 htb rate ${rate.kbps}kbit burst ${burst}b cburst ${burst}b`,
  ]
}

/** Has what comes in by a device leave by another one first, where it can wait. */
const turned = (device: string, by: string): string[] => [
  `qdisc replace dev ${device} handle ffff: ingress`,
  `filter replace dev ${device} parent ffff: protocol all prio 1 u32 match u32 0 0 action mirred egress redirect dev ${by}`,
]

const isShaped = ({ egress, ingress }: PortQos): boolean => egress.kbps > 0 || ingress.kbps > 0

/** Keeps what guests send and receive to the bandwidth that their policies let them have. */
export interface Shaping {
  /** The device is there. */
  shape(port: WiredPort): Promise<void>
  /** Nothing there is a success. */
  release(portShortId: string): Promise<void>
}

/**
 * What a guest receives leaves by its tap, and waits there; what it sends comes in by it, and waits on a device of its own
 * (`ifb`). That this is there tells that a port is shaped, for as long as one way of it is.
 */
export const shapingBy = (run: RunCommand, links: Links): Shaping => {
  /** What was done last, so that looking at everything does not do it again. */
  const done = new Map<string, string>()

  const tc = (lines: readonly string[]) => run(['tc', '-batch', '-'], `${lines.join('\n')}\n`)

  const release = async (id: string): Promise<void> => {
    done.delete(id)
    if (!(await deviceExists(shapingDevice(id)))) return
    const tap = tapOf(id)
    if (await deviceExists(tap)) await unshape(tap)
    await links.remove(shapingDevice(id))
  }

  /** Either way may be free. */
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
