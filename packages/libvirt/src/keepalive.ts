import type { Clock } from '@nimbo/kernel/clock'
import { type Packet, packetStatus, packetTypes } from './packet.ts'

/** Program number of the keepalive protocol: "keep" in ASCII. */
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
  /** A peer that has sent nothing for this long is asked whether it is there. */
  readonly intervalMs: number
  /** How many questions may go unanswered. */
  readonly count: number
  readonly send: (packet: Packet) => void
  /** The peer has not answered: the connection is of no more use. */
  readonly dead: () => void
}

export interface Keepalive {
  /** Begins to ask. Answering needs no beginning. */
  start(): void
  stop(): void
  /** To be told of every packet received, since each shows that the peer lives. Answers pings. */
  received(packet: Packet): void
}

/** Libvirt's heartbeat: asks a silent peer, gives it up after `count` unanswered questions, and answers the peer's own. */
export const keepalive = (deps: KeepaliveDeps): Keepalive => {
  let unanswered = 0
  let heard = false
  let cancel = () => {}

  const schedule = () => {
    cancel = deps.clock.after(deps.intervalMs, () => {
      if (heard) unanswered = 0
      else if (unanswered >= deps.count) return deps.dead()
      else {
        unanswered += 1
        deps.send(keepalivePacket(ping))
      }
      heard = false
      schedule()
    })
  }

  return {
    start: schedule,
    stop: () => cancel(),
    received: (packet) => {
      heard = true
      if (packet.program === keepaliveProgram && packet.procedure === ping) deps.send(keepalivePacket(pong))
    },
  }
}
