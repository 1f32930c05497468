import type { Context } from '@nimbo/kernel/context'
import type { ComputeApiDeps } from '../app.ts'
import { locateServer } from '../servers/find-server.ts'
import { findTicket } from './server-consoles.ts'
import type { ConsoleKind } from './console-kinds.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'computeHost'>

/** Where a console is that a ticket lets in to. */
export interface AdmittedConsole {
  readonly serverId: string
  readonly host: string
  readonly port: number
  /** When the ticket ends. */
  readonly endsAt: number
}

/**
 * The console that a ticket of that kind lets in to; undefined where it does not hold. The host is asked again where the console is:
 * the server may be gone since, and another one have its port.
 */
export const admitToConsole =
  (deps: Deps) =>
  async (ctx: Context, token: string, kind: ConsoleKind): Promise<AdmittedConsole | undefined> => {
    const ticket = await findTicket(deps)(token)
    if (!ticket || ticket.console_type !== kind) return undefined
    const located = await locateServer(deps)(ticket.server_id)
    if (!located || located.cellId === null || located.server.host === null) return undefined
    const at = { cellId: located.cellId, host: located.server.host }
    const asked = { serverId: located.server.id }
    const now =
      kind === 'serial'
        ? await deps.computeHost.serialConsole(ctx, at, asked)
        : await deps.computeHost.vncConsole(ctx, at, asked)
    const { host, port, server_id: serverId } = ticket
    if (now?.host !== host || now.port !== port) return undefined
    return { serverId, host, port, endsAt: Date.parse(ticket.expires_at) }
  }
