import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'

/** What a security group did with a packet. */
export type SecurityEvent = 'ACCEPT' | 'DROP'

/** Logs at most this many packets per port and rule; the rest are not logged. */
const rate = 'limit rate 100/second burst 25 packets'

/** The statement in front of a verdict that is logged. */
export const toldOf = ({ logs = [] }: WiredPort, event: SecurityEvent, match = ''): string[] =>
  logs.some((log) => log.event === 'ALL' || log.event === event)
    ? [`${match} ${rate} meta nftrace set 1`.trimStart()]
    : []

/** A packet on which a port's filter has decided. */
export interface LoggedPacket {
  readonly event: SecurityEvent
  readonly direction: 'ingress' | 'egress'
  readonly portShortId: string
  /** The packet's headers as nftables prints them. */
  readonly packet: string
}

const line = /^trace id (\w+) bridge (\S+) (out|to)_(\S+) (?:packet: (.*)|.*\(verdict (\w+).*\))$/
const most = 1000

/**
 * Parses the lines of `nft monitor trace`. A line holds either a packet's headers or one rule that the packet met; of
 * rules made after the monitor started, only the verdict is printed. Returns a packet once a port's filter has decided.
 * Tracing needs nftables only, while `log` statements would need a daemon that reads netlink messages.
 */
export const securityEventsIn = (table: string): ((told: string) => LoggedPacket | undefined) => {
  const headers = new Map<string, string>()
  return (told) => {
    const [, id = '', inTable, way, portShortId = '', header, verdict] = line.exec(told.trimEnd()) ?? []
    if (inTable !== table) return undefined
    if (header !== undefined) {
      headers.set(id, header)
      // One packet may be decided on twice: when a port sends it and before another port receives it.
      const [oldest] = headers.keys()
      if (headers.size > most && oldest !== undefined) headers.delete(oldest)
      return undefined
    }
    if (verdict === 'continue') return undefined
    return {
      event: verdict === 'drop' ? 'DROP' : 'ACCEPT',
      direction: way === 'out' ? 'egress' : 'ingress',
      portShortId,
      packet: headers.get(id) ?? '',
    }
  }
}
