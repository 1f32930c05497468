import { refuseUpgrade, type Upgrade } from '@nimbo/http/upgrade'
import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { WebSocket } from 'ws'
import type { AdmittedConsole } from '../../app/consoles/admit-to-console.ts'
import type { Handshake } from './relay.ts'

export interface ConsoleSocketsOptions {
  readonly clock: Clock
  readonly log: Log
  /** The console that a token belongs to; undefined for an invalid or expired one. */
  admit(token: string): Promise<AdmittedConsole | undefined>
  /** What to do with a console before its bytes are passed through; left out: nothing. */
  readonly handshake?: Handshake | undefined
  /** Hosts whose pages may connect, besides the proxy's own. */
  readonly allowedOrigins: readonly string[]
  /** Whether a session is closed when its token expires. */
  readonly endsWithToken: boolean
}

export interface ConsoleSockets {
  readonly upgrade: Upgrade
  /** Closes all sessions. */
  close(): void
}

const mostMessageBytes = 16 * 1024 * 1024

const hostnameOf = (url: string): string => URL.parse(url)?.hostname ?? ''

/**
 * Checks the Origin header, so that a foreign page cannot use a browser's token. Clients other than browsers send none.
 */
const mayConnect = (
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean =>
  origin === undefined ||
  hostnameOf(origin) === hostnameOf(`http://${host ?? ''}`) ||
  allowed.includes(hostnameOf(origin))

const tokenOf = (url: string | undefined): string | undefined =>
  URL.parse(url ?? '', 'http://proxy')?.searchParams.get('token') ?? undefined

/** WebSockets that carry a console's traffic, each authorised by a token of the compute API. */
export const consoleSockets = (options: ConsoleSocketsOptions): ConsoleSockets => {
  const { clock, log, admit, handshake, allowedOrigins, endsWithToken } = options
  const open = new Set<WebSocket>()

  const serve = async (...[request, socket, head]: Parameters<Upgrade>): Promise<void> => {
    const { origin, host } = request.headers
    if (!mayConnect(origin, host, allowedOrigins)) return refuseUpgrade(socket, 403, 'Forbidden')
    const token = tokenOf(request.url)
    const console = token === undefined ? undefined : await admit(token)
    if (!console) return refuseUpgrade(socket, 403, 'Forbidden')
    // Loaded only when the first console is opened.
    const [{ WebSocketServer }, { relay }] = await Promise.all([import('ws'), import('./relay.ts')])
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: mostMessageBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has('binary') ? 'binary' : false),
    })
    server.handleUpgrade(request, socket, head, (client) => {
      const { serverId, endsAt } = console
      log.info({ server: serverId }, 'a console was opened')
      open.add(client)
      const cancel = endsWithToken
        ? clock.after(Math.max(0, endsAt - clock.now()), () => client.close())
        : undefined
      const tell = (error: unknown): void =>
        log.warn({ server: serverId, reason: messageOf(error) }, 'a console could not be connected')
      void relay(client, console, handshake, tell).finally(() => {
        cancel?.()
        open.delete(client)
        log.info({ server: serverId }, 'a console was closed')
      })
    })
  }

  return {
    upgrade: (request, socket, head) => {
      // A client may disconnect while its token is checked.
      socket.on('error', () => socket.destroy())
      serve(request, socket, head).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'a console could not be opened')
        refuseUpgrade(socket, 500, 'Internal Server Error')
      })
    },
    close: () => {
      for (const socket of open) socket.terminate()
    },
  }
}
