import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { CallOptions, LibvirtConnection } from '@nimbo/libvirt/connection'
import { openLibvirt } from '@nimbo/libvirt/open-libvirt'
import type { Procedure } from '@nimbo/libvirt/procedures'

export interface SessionDeps {
  readonly socketPath: string
  readonly uri: string
  readonly clock: Clock
  readonly log: Log
  /** Called with each new connection before it is used, to subscribe to events again. */
  readonly onConnected: (connection: LibvirtConnection) => Promise<void>
  /** Called each time that libvirtd cannot be connected to. */
  readonly onUnreachable: (reason: unknown) => void
}

/** A libvirt connection that is re-established after libvirtd restarts. */
export interface Session {
  connection(): Promise<LibvirtConnection>
  call<A, R>(procedure: Procedure<A, R>, args: A, options?: CallOptions): Promise<R>
  close(): Promise<void>
}

const firstRetryMs = 500
const lastRetryMs = 15_000

/** Connects on first use. A lost connection is re-established by the next call, or by a timer, so that events continue. */
export const libvirtSession = (deps: SessionDeps): Session => {
  let current: Promise<LibvirtConnection> | undefined
  let closed = false
  let cancelRetry = () => {}

  const connect = async (): Promise<LibvirtConnection> => {
    const { socketPath, uri, clock } = deps
    try {
      return await openLibvirt({ socketPath, uri, clock })
    } catch (error) {
      if (!closed) deps.onUnreachable(error)
      throw error
    }
  }

  const open = async (): Promise<LibvirtConnection> => {
    const connection = await connect()
    try {
      await deps.onConnected(connection)
    } catch (error) {
      // The next attempt opens another: left open, this one would still report events, and its end would count as that one's.
      await connection.close()
      throw error
    }
    void connection.closed.then((reason) => {
      if (closed) return
      current = undefined
      deps.log.warn({ reason: reason.message }, 'lost the connection to libvirt')
      retry(firstRetryMs)
    })
    return connection
  }

  const connection = (): Promise<LibvirtConnection> => {
    if (closed) return Promise.reject(new Error('the hypervisor driver is closed'))
    if (current) return current
    const opening = open()
    current = opening
    opening.catch(() => {
      if (current === opening) current = undefined
    })
    return opening
  }

  const retry = (ms: number) => {
    cancelRetry()
    cancelRetry = deps.clock.after(ms, () => {
      connection().then(
        () => deps.log.info({}, 'connected to libvirt again'),
        (error: unknown) => {
          deps.log.debug({ reason: messageOf(error) }, 'libvirt still cannot be reached')
          if (!closed) retry(Math.min(ms * 2, lastRetryMs))
        },
      )
    })
  }

  return {
    connection,
    call: async (procedure, args, options) => (await connection()).call(procedure, args, options),
    close: async () => {
      closed = true
      cancelRetry()
      const last = await current?.catch(() => undefined)
      await last?.close()
    },
  }
}
