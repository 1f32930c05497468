import type { Duplex } from 'node:stream'
import type { Clock } from '@nimbo/kernel/clock'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { ConnectionLost, decodeError } from './errors.ts'
import type { DomainEvent } from './events.ts'
import { keepalive } from './keepalive.ts'
import { type Packet, packetStatus, packetTypes } from './packet.ts'
import { type Procedure, procedures, qemuProgram } from './procedures.ts'
import { type ServerStream, serverStream } from './stream.ts'
import { openTransport } from './transport.ts'
import type { DomainRef } from './wire-types.ts'
import { decode, encode } from './xdr.ts'
import { XdrReader } from './xdr-reader.ts'

/** Program number of libvirt's remote protocol. */
export const remoteProgram = 0x20008086

export interface CallOptions {
  /** Milliseconds until the call is given up; libvirt may still carry it out. */
  readonly timeoutMs?: number
}

/** A connection to libvirtd. */
export interface LibvirtConnection {
  /**
   * Calls a procedure. Rejects with `LibvirtError` when libvirt refuses, `ConnectionLost` when the connection breaks, and
   * `DeadlineExceeded`.
   */
  call<A, R>(procedure: Procedure<A, R>, args: A, options?: CallOptions): Promise<R>
  /** Calls a procedure that opens a stream (`domainOpenConsole`, `domainScreenshot`). */
  openStream<A, R>(
    procedure: Procedure<A, R>,
    args: A,
    options?: CallOptions,
  ): Promise<{ readonly result: R; readonly stream: Duplex }>
  /** Calls `handler` for each event of `domain` (null: of all), until the function it resolves to is called. */
  subscribe<M>(
    event: DomainEvent<M>,
    domain: DomainRef | null,
    handler: (message: M) => void,
  ): Promise<() => Promise<void>>
  /** Closes the connection. Pending calls reject. Idempotent. */
  close(): Promise<void>
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<Error>
}

export interface ConnectionOptions {
  readonly socketPath: string
  readonly clock: Clock
  /** Default timeout of calls. */
  readonly timeoutMs: number
  readonly keepalive: { readonly intervalMs: number; readonly count: number }
}

export interface RpcConnection extends LibvirtConnection {
  /** Starts sending keepalives; the server must support the keepalive program. */
  startKeepalive(): void
}

interface PendingCall {
  readonly accept: (body: Buffer) => void
  readonly reject: (error: Error) => void
}

interface Subscriber {
  readonly procedure: number
  readonly deliver: (body: Buffer) => void
}

/** A connection before it has opened a hypervisor; most callers need `openLibvirt`. */
export const connectRpc = async (options: ConnectionOptions): Promise<RpcConnection> => {
  const pending = new Map<number, PendingCall>()
  const streams = new Map<number, ServerStream>()
  const subscribers = new Map<number, Subscriber>()
  const over = Promise.withResolvers<Error>()
  let lastSerial = 0

  const onReply = ({ serial, status, body }: Packet) => {
    const call = pending.get(serial)
    if (!call) return // Timed out.
    // An error that cannot be decoded ends the connection, which rejects the calls that are still pending, this one too.
    const error = status === packetStatus.ok ? undefined : decodeError(body)
    pending.delete(serial)
    if (error) call.reject(error)
    else call.accept(body)
  }

  const onMessage = ({ procedure, body }: Packet) => {
    // The body of an event starts with the id of its callback.
    const subscriber = subscribers.get(new XdrReader(body).int())
    if (subscriber?.procedure === procedure) subscriber.deliver(body)
  }

  const heartbeat = keepalive({
    clock: options.clock,
    ...options.keepalive,
    send: (packet) => transport.send(packet),
    dead: () => transport.close(new ConnectionLost('libvirt no longer answers')),
  })

  const transport = await openTransport(options.socketPath, options.timeoutMs, {
    onPacket: (packet) => {
      heartbeat.received(packet)
      if (packet.program !== remoteProgram && packet.program !== qemuProgram) return
      if (packet.type === packetTypes.reply) onReply(packet)
      else if (packet.type === packetTypes.stream) streams.get(packet.serial)?.received(packet)
      else if (packet.type === packetTypes.message) onMessage(packet)
    },
    onClose: (reason) => {
      heartbeat.stop()
      for (const call of pending.values()) call.reject(reason)
      pending.clear()
      for (const { duplex } of [...streams.values()]) duplex.destroy(reason)
      subscribers.clear()
      over.resolve(reason)
    },
  })

  const send = (
    { number, program = remoteProgram }: Pick<Procedure<unknown, unknown>, 'number' | 'program'>,
    type: number,
    serial: number,
    status: number,
    body: Buffer,
  ) => transport.send({ program, version: 1, procedure: number, type, serial, status, body })

  /** `consume` runs synchronously when the reply arrives, before later packets are processed. */
  const request = <A, R, T>(
    procedure: Procedure<A, R>,
    args: A,
    { timeoutMs = options.timeoutMs }: CallOptions,
    consume: (result: R, serial: number) => T,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      lastSerial += 1
      const serial = lastSerial
      const cancel = options.clock.after(timeoutMs, () => {
        pending.delete(serial)
        reject(new DeadlineExceeded(`libvirt procedure ${procedure.number}`, timeoutMs))
      })
      pending.set(serial, {
        accept: (body) => {
          cancel()
          try {
            resolve(consume(decode(procedure.result, body), serial))
          } catch (error) {
            reject(error)
          }
        },
        reject: (error) => {
          cancel()
          reject(error)
        },
      })
      try {
        const body = encode(procedure.arguments, args)
        send(procedure, packetTypes.call, serial, packetStatus.ok, body)
      } catch (error) {
        pending.delete(serial)
        cancel()
        reject(error)
      }
    })

  const call: LibvirtConnection['call'] = (procedure, args, callOptions = {}) =>
    request(procedure, args, callOptions, (result) => result)

  return {
    call,

    openStream: (procedure, args, callOptions = {}) =>
      request(procedure, args, callOptions, (result, serial) => {
        const stream = serverStream({
          send: (status, data) => send(procedure, packetTypes.stream, serial, status, data),
          ended: () => streams.delete(serial),
        })
        streams.set(serial, stream)
        return { result, stream: stream.duplex }
      }),

    subscribe: async (event, domain, handler) => {
      const callbackId = await request(
        procedures.eventCallbackRegisterAny,
        { eventId: event.id, domain },
        {},
        (reply) => {
          const deliver = (body: Buffer) => handler(decode(event.message, body))
          subscribers.set(reply.callbackId, { procedure: event.procedure, deliver })
          return reply.callbackId
        },
      )
      return async () => {
        if (subscribers.delete(callbackId)) await call(procedures.eventCallbackDeregisterAny, { callbackId })
      }
    },

    close: async () => {
      try {
        await call(procedures.connectClose, undefined, { timeoutMs: 2_000 })
      } catch {
        // Errors do not matter, since the socket is closed next.
      }
      transport.close(new ConnectionLost('the connection to libvirt was closed'))
    },

    closed: over.promise,
    startKeepalive: heartbeat.start,
  }
}
