import { createConnection } from 'node:net'
import type { Clock } from '@nimbo/kernel/clock'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import type { Json, JsonObject } from '@nimbo/kernel/json'
import { MonitorLost } from './errors.ts'
import { lineAssembler, type Message, messageOf, type QmpEvent } from './messages.ts'

export interface QmpOptions {
  /** The monitor's Unix socket. QEMU serves one client at a time; others wait. */
  readonly path: string
  readonly clock: Clock
  /** Timeout of connecting, and default timeout of commands. */
  readonly timeoutMs: number
  /** Receives QEMU's events in order, from the moment commands are accepted. */
  readonly onEvent: (event: QmpEvent) => void
}

/** A connection to a QEMU monitor. */
export interface QmpConnection {
  /** QEMU's version: major, minor, micro. */
  readonly version: readonly [number, number, number]
  /**
   * Executes a command. Rejects with `QmpError` when QEMU refuses, `MonitorLost` when the connection breaks, and
   * `DeadlineExceeded`, after which QEMU may still execute it.
   */
  execute(command: string, args?: JsonObject, options?: { readonly timeoutMs?: number }): Promise<Json>
  /** Closes the connection; QEMU keeps running. Pending commands reject. Idempotent. */
  close(): void
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<Error>
}

interface Pending {
  readonly resolve: (value: Json) => void
  readonly reject: (error: Error) => void
}

/** Connects to a monitor and negotiates capabilities. Rejects with `MonitorLost` when nobody listens. */
export const connectQmp = async ({ path, clock, timeoutMs, onEvent }: QmpOptions): Promise<QmpConnection> => {
  const pending = new Map<number, Pending>()
  const over = Promise.withResolvers<Error>()
  const greeted = Promise.withResolvers<readonly [number, number, number]>()
  const assemble = lineAssembler()
  const socket = createConnection({ path })
  let ended: Error | undefined
  let lastId = 0

  const end = (reason: Error): void => {
    if (ended) return
    ended = reason
    socket.destroy()
    greeted.reject(reason)
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
    over.resolve(reason)
  }

  const answered = (id: number, settle: (command: Pending) => void): void => {
    const command = pending.get(id)
    if (!command) return // Timed out.
    pending.delete(id)
    settle(command)
  }

  const take = (message: Message): void => {
    switch (message.kind) {
      case 'greeting':
        greeted.resolve(message.version)
        break
      case 'event':
        onEvent(message.event)
        break
      case 'result':
        answered(message.id, ({ resolve }) => resolve(message.value))
        break
      case 'refusal':
        if (message.id === undefined)
          end(new MonitorLost('QEMU did not understand', { cause: message.error }))
        else answered(message.id, ({ reject }) => reject(message.error))
        break
    }
  }

  socket.on('data', (piece) => {
    try {
      for (const line of assemble(piece)) take(messageOf(line))
    } catch (error) {
      end(new MonitorLost('QEMU said what cannot be understood', { cause: error }))
    }
  })
  socket.on('error', (error) =>
    end(new MonitorLost(`the monitor ${path}: ${error.message}`, { cause: error })),
  )
  socket.on('close', () => end(new MonitorLost('QEMU closed its monitor')))

  const within = <Value>(
    what: string,
    ms: number,
    work: Promise<Value>,
    late: () => void,
  ): Promise<Value> => {
    const passed = Promise.withResolvers<Value>()
    const cancel = clock.after(ms, () => {
      late()
      passed.reject(new DeadlineExceeded(what, ms))
    })
    return Promise.race([work, passed.promise]).finally(cancel)
  }

  const execute: QmpConnection['execute'] = (command, args, options) => {
    if (ended) return Promise.reject(ended)
    lastId += 1
    const id = lastId
    const { promise, ...settle } = Promise.withResolvers<Json>()
    pending.set(id, settle)
    socket.write(`${JSON.stringify({ execute: command, ...(args && { arguments: args }), id })}\n`)
    return within(`QEMU's ${command}`, options?.timeoutMs ?? timeoutMs, promise, () => pending.delete(id))
  }

  try {
    const version = await within(`connecting to ${path}`, timeoutMs, greeted.promise, () => {})
    await execute('qmp_capabilities')
    return {
      version,
      execute,
      close: () => end(new MonitorLost('the monitor was closed')),
      closed: over.promise,
    }
  } catch (error) {
    end(new MonitorLost('the monitor was closed'))
    throw error
  }
}
