import type { PortQos, Rate, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shapingDevice, shortId, tapOf } from './device-names.ts'
import { deviceExists, indexOf, type Links } from './links.ts'
import type { RunCommand } from './run-command.ts'
import { redirected, tokenBucket } from './token-buckets.ts'

/** Limits the rate at which packets leave a device. */
const limited = (device: string, rate: Rate, mtu: number): string[] => [
  `qdisc replace dev ${device} root handle 1: htb default 1`,
  `class replace dev ${device} parent 1: classid 1:1 ${tokenBucket(rate, mtu)}`,
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
        ...(egress.kbps > 0 ? [...limited(waiting, egress, mtu), ...redirected(tap, waiting)] : []),
      ])
      done.set(id, wish)
    },
    release,
  }
}
