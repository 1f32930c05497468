import type { Context } from '@nimbo/kernel/context'
import type { ComputeApiDeps } from '../app.ts'
import { locateServer } from '../servers/find-server.ts'
import type { ConsoleKind } from './console-kinds.ts'
import { consoleOnHost } from './console-on-host.ts'
import { findTicket } from './server-consoles.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'computeHost'>

/** The console that a token gives access to. */
export interface AdmittedConsole {
  readonly serverId: string
  readonly host: string
  readonly port: number
  /** When the token expires, in milliseconds since the epoch. */
  readonly endsAt: number
}

/**
 * The console for a token of that type; undefined for an invalid one. Requests the console's address from the host
 * again, because the server may be gone and another may use its port.
 */
export const admitToConsole =
  (deps: Deps) =>
  async (ctx: Context, token: string, kind: ConsoleKind): Promise<AdmittedConsole | undefined> => {
    const ticket = await findTicket(deps)(token)
    if (!ticket || ticket.console_type !== kind) return undefined
    const located = await locateServer(deps)(ticket.server_id)
    if (!located || located.cellId === null || located.server.host === null) return undefined
    const at = { cellId: located.cellId, host: located.server.host }
    const now = await consoleOnHost(deps.computeHost)(ctx, at, located.server.id, kind)
    const { host, port, server_id: serverId } = ticket
    if (now?.host !== host || now.port !== port) return undefined
    return { serverId, host, port, endsAt: Date.parse(ticket.expires_at) }
  }
