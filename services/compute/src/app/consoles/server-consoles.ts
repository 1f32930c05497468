import { createHash, randomUUID } from 'node:crypto'
import { consoleOutput as readConsole } from '@nimbo/contracts/compute/actions/console-output'
import { vncConsole } from '@nimbo/contracts/compute/actions/vnc-console'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ConsoleAuthTokenRow } from '../../db/schema/cell-tables.ts'
import { consoleAuthTokens } from '../../db/servers/console-auth-tokens.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { everyCell } from '../every-cell.ts'
import { findServer } from '../servers/find-server.ts'
import type { ConsoleKind } from './console-kinds.ts'
import { consoleOnHost } from './console-on-host.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'enforcer' | 'config' | 'computeHost'>

const mostConsoleBytes = 102_400
/** Clients request lines but hosts read bytes: an upper estimate of a line's average length. */
const bytesALine = 512

/** The last `lines` lines of the console log; if undefined, all that the host keeps. */
export const consoleOutput = (deps: Deps) => {
  const find = findServer(deps)
  return async (ctx: Context, id: string, lines: number | undefined): Promise<string> => {
    const { server, cellId } = await find(ctx, id)
    requireAllowed(readConsole, server, deps.enforcer.isAdmin(ctx))
    if (server.host === null || cellId === null) throw errors.ServerNotReady({ id })
    if (lines === 0) return ''
    const wanted = lines === undefined || lines < 0 ? undefined : lines
    const maxBytes = Math.min(mostConsoleBytes, wanted === undefined ? mostConsoleBytes : wanted * bytesALine)
    const at = { cellId, host: server.host }
    const text = await deps.computeHost.consoleOutput(ctx, at, { serverId: server.id, maxBytes })
    return wanted === undefined ? text : text.split('\n').slice(-wanted).join('\n')
  }
}

/** Only a hash of the token is stored. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The console that a token belongs to, searched in all cells; undefined for an invalid token. */
export const findTicket =
  (deps: Pick<Deps, 'databases' | 'clock'>) =>
  async (token: string): Promise<ConsoleAuthTokenRow | undefined> => {
    const found = await everyCell(deps, async (cell) => {
      const ticket = await consoleAuthTokens(cell, deps.clock).find(hashOf(token))
      return ticket ? [ticket] : []
    })
    return found[0]
  }

/** The requested console, and the URL by which the client reached the API. */
export interface WantedConsole {
  /** Nova's name: `novnc`, `serial`, … */
  readonly type: string
  /** For example `http://127.0.0.1:5000`. */
  readonly origin: string
}

const unavailable = (type: string) => errors.BadRequest({ reason: `Unavailable console type ${type}.` })

/**
 * The base URL of a proxy. If everything runs in one process, the proxies are at the API's address and need no
 * configuration.
 */
const proxyOf = ({ serial_console, spice }: Deps['config'], kind: ConsoleKind, origin: string): string => {
  if (kind === 'serial') return serial_console.base_url || `${origin.replace(/^http/, 'ws')}/serial/`
  if (kind === 'spice-direct') return spice.spice_direct_proxy_base_url
  return spice.html5proxy_base_url || `${origin}/spice/spice_auto.html`
}

const addressWith = (config: Deps['config'], kind: ConsoleKind, origin: string, token: string): string => {
  const { vnc } = config
  if (kind !== 'novnc') {
    const url = new URL(proxyOf(config, kind, origin))
    url.searchParams.set('token', token)
    return url.href
  }
  const url = new URL(vnc.novncproxy_base_url || `${origin}/novnc/vnc_lite.html`)
  // The path of the WebSocket, absolute on its host, as noVNC expects it.
  const folder = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)
  url.searchParams.set('path', `${folder === '/' ? '' : folder}?token=${token}`)
  return url.href
}

const kindOf = ({ vnc, serial_console, spice }: Deps['config'], type: string): ConsoleKind => {
  if (type === 'novnc' && vnc.enabled) return type
  if (type === 'serial' && serial_console.enabled) return type
  // nova-spicehtml5proxy speaks no TLS to guests.
  if (type === 'spice-html5' && spice.enabled && !spice.require_secure) return type
  if (type === 'spice-direct' && spice.enabled) return type
  throw unavailable(type)
}

/** Creates a console token and returns the proxy's URL with it. */
export const openConsole = (deps: Deps) => {
  const find = findServer(deps)
  return async (ctx: Context, id: string, { type, origin }: WantedConsole): Promise<string> => {
    const { config, computeHost } = deps
    const { server, cellId } = await find(ctx, id)
    requireAllowed(vncConsole, server, deps.enforcer.isAdmin(ctx))
    const { taskState } = server
    if (taskState === 'deleting' || taskState === 'migrating')
      throw errors.WrongState({ action: vncConsole.name, id, attribute: 'task_state', state: taskState })
    if (server.host === null || cellId === null) throw errors.ServerNotReady({ id })
    const kind = kindOf(config, type)
    const at = { cellId, host: server.host }
    const target = await consoleOnHost(computeHost)(ctx, at, server.id, kind)
    if (!target) throw unavailable(type)
    const token = randomUUID()
    await consoleAuthTokens(await deps.databases.cell(cellId), deps.clock).insert({
      token_hash: hashOf(token),
      server_id: server.id,
      console_type: kind,
      host: target.host,
      port: target.port,
      tls_port: target.tlsPort ?? null,
      internal_access_path: null,
      expires_at: new Date(deps.clock.now() + config.consoleauth.token_ttl * 1000).toISOString(),
      created_at: timestamp(deps.clock),
    })
    return addressWith(config, kind, origin, token)
  }
}
