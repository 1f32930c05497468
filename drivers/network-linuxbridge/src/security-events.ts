import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'

/** What a security group did with a packet. */
export type SecurityEvent = 'ACCEPT' | 'DROP'

/** So many packets of one port and one rule are told of in a second, and at once; of the others nothing is. */
const rate = 'limit rate 100/second burst 25 packets'

/** What stands before a rule that lets a packet through or not, where that is written down. */
export const toldOf = ({ logs = [] }: WiredPort, event: SecurityEvent, match = ''): string[] =>
  logs.some((log) => log.event === 'ALL' || log.event === event)
    ? [`${match} ${rate} meta nftrace set 1`.trimStart()]
    : []

/** A packet that a port's filter met. */
export interface ToldPacket {
  readonly event: SecurityEvent
  readonly direction: 'ingress' | 'egress'
  readonly portShortId: string
  /** As nftables words it. */
  readonly packet: string
}

const line = /^trace id (\w+) bridge (\S+) (out|to)_(\S+) (?:packet: (.*)|.*\(verdict (\w+).*\))$/
const most = 1000

/**
 * Reads the lines of `nft monitor trace`, each of which tells a packet's headers, or one rule that it met: of a rule that was made
 * after it began to listen no more than how it judged. Gives a packet when a port's filter has judged it. The kernel tells so of
 * packets by nftables alone, without a program that reads what `log` statements send.
 */
export const securityEventsIn = (table: string): ((told: string) => ToldPacket | undefined) => {
  const headers = new Map<string, string>()
  return (told) => {
    const [, id = '', inTable, way, portShortId = '', header, verdict] = line.exec(told.trimEnd()) ?? []
    if (inTable !== table) return undefined
    if (header !== undefined) {
      headers.set(id, header)
      // One packet may be judged twice: when a port sends it, and before another one receives it.
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
