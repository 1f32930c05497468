import type { Clock } from '@nimbo/kernel/clock'
import { type Packet, packetStatus, packetTypes } from './packet.ts'

/** The keepalive program's number: "keep" in ASCII. */
export const keepaliveProgram = 0x6b656570

const ping = 1
const pong = 2

const keepalivePacket = (procedure: number): Packet => ({
  program: keepaliveProgram,
  version: 1,
  procedure,
  type: packetTypes.message,
  serial: 0,
  status: packetStatus.ok,
  body: Buffer.alloc(0),
})

export interface KeepaliveDeps {
  readonly clock: Clock
  /** A silent peer is pinged after this time. */
  readonly intervalMs: number
  /** How many pings may remain unanswered. */
  readonly count: number
  readonly send: (packet: Packet) => void
  /** The peer did not answer; the connection is dead. */
  readonly dead: () => void
}

export interface Keepalive {
  /** Starts pinging. Pings of the peer are always answered. */
  start(): void
  stop(): void
  /** To be called for every received packet, which shows that the peer is alive. Answers pings. */
  received(packet: Packet): void
}

/** libvirt's keepalive protocol: pings a silent peer, gives up after `count` unanswered pings, and answers the peer's. */
export const keepalive = (deps: KeepaliveDeps): Keepalive => {
  let unanswered = 0
  let received = false
  let cancel = () => {}

  const schedule = () => {
    cancel = deps.clock.after(deps.intervalMs, () => {
      if (received) unanswered = 0
      else if (unanswered >= deps.count) return deps.dead()
      else {
        unanswered += 1
        deps.send(keepalivePacket(ping))
      }
      received = false
      schedule()
    })
  }

  return {
    start: schedule,
    stop: () => cancel(),
    received: (packet) => {
      received = true
      if (packet.program === keepaliveProgram && packet.procedure === ping) deps.send(keepalivePacket(pong))
    },
  }
}
