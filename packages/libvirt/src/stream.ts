import { Duplex } from 'node:stream'
import { decodeError } from './errors.ts'
import { maxStreamBytes, type Packet, packetStatus } from './packet.ts'

/** A stream as seen by the connection: Node's side, and packets from the server. */
export interface ServerStream {
  readonly duplex: Duplex
  received(packet: Packet): void
}

export interface StreamDeps {
  /** Sends a packet of this stream. */
  readonly send: (status: number, data: Buffer) => void
  /** Called when nothing more will be sent or received. */
  readonly ended: () => void
}

const nothing = Buffer.alloc(0)

/**
 * A libvirt stream as a Node duplex. Ending it finishes the stream and waits for the server's confirmation; destroying it aborts.
 * The server marks its end by a packet without data, which must be answered by a finish. The protocol has no flow control: data
 * that are not read stay in memory.
 */
export const serverStream = (deps: StreamDeps): ServerStream => {
  let finished = false
  let over = false
  let confirmFinish = (_error?: Error | null) => {}

  const finish = () => {
    if (finished || over) return
    finished = true
    deps.send(packetStatus.ok, nothing)
  }

  const end = (error?: Error) => {
    if (over) return
    over = true
    deps.ended()
    confirmFinish(error)
    if (error) duplex.destroy(error)
    else duplex.push(null)
  }

  const duplex = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      for (let at = 0; at < chunk.length; at += maxStreamBytes)
        deps.send(packetStatus.continue, chunk.subarray(at, at + maxStreamBytes))
      done()
    },
    final: (done) => {
      if (over) return done()
      confirmFinish = done
      finish()
    },
    destroy: (error, done) => {
      if (!over && !finished) deps.send(packetStatus.error, nothing)
      if (!over) {
        over = true
        deps.ended()
      }
      done(error)
    },
  })

  return {
    duplex,
    received: ({ status, body }) => {
      if (status === packetStatus.error) end(decodeError(body))
      else if (status === packetStatus.ok) end()
      else if (body.length > 0) duplex.push(body)
      else finish()
    },
  }
}
