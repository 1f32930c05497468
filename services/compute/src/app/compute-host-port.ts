import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DiagnosticsToTell } from '@nimbo/contracts/compute-rpc/diagnostics'
import type { HostInCell } from '../flows/flow-deps.ts'

/** What a host is told about a server it has: a port was plugged, a volume grew. */
export interface HostEvent {
  readonly serverId: ServerId
  readonly name: string
  readonly status: string
  readonly tag: string | null
}

/** An image as far as a host fetches it. */
export interface ImageToCache {
  readonly id: string
  readonly diskFormat: string | null
  readonly hashAlgo: string | null
  readonly hashValue: string | null
}

/** A compute host, as far as the API speaks to one directly. All fail with a fault when the host does not answer. */
export interface ComputeHostPort {
  /** The end of a server's console log: at most `maxBytes`. */
  consoleOutput(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId; readonly maxBytes: number },
  ): Promise<string>
  /** Where the server's VNC listens; undefined when it has none. */
  vncConsole(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<{ readonly host: string; readonly port: number } | undefined>
  /** Where the server's serial port listens; undefined when it has none. */
  serialConsole(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<{ readonly host: string; readonly port: number } | undefined>
  /** What the guest did since it was started; only the power state where it does not run. */
  diagnostics(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<{ readonly powerState: number; readonly diagnostics?: DiagnosticsToTell }>
  /** How long the host has been up, in the words of the command `uptime`. */
  uptime(ctx: Context, at: HostInCell): Promise<string>
  /** Has it fetch images before servers need them; resolves when the order is on its way. */
  cacheImages(ctx: Context, order: HostInCell & { readonly images: readonly ImageToCache[] }): Promise<void>
  /** Hands events over; resolves when they are on their way. */
  externalEvents(ctx: Context, order: HostInCell & { readonly events: readonly HostEvent[] }): Promise<void>
  /** Breaks off what takes a guest to another host. */
  abortLiveMigration(ctx: Context, at: HostInCell, order: { readonly serverId: ServerId }): Promise<void>
  /** Has a guest that is on its way leave now. */
  forceLiveMigration(ctx: Context, at: HostInCell, order: { readonly serverId: ServerId }): Promise<void>
}
