import type { HostDiagnostics } from '@nimbo/contracts/compute-rpc/diagnostics'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { ConsoleAddress } from '../driver/serves-consoles.ts'
import type { HostInCell } from '../flows/flow-deps.ts'

/** An event about a server on a host: a port was plugged, a volume was extended. */
export interface HostEvent {
  readonly serverId: ServerId
  readonly name: string
  readonly status: string
  readonly tag: string | null
}

/** Messages to a compute host whose results the API does not await; each call resolves when the message is sent. */
export interface ComputeHostMessages {
  /** Passes on external events. */
  externalEvents(ctx: Context, order: HostInCell & { readonly events: readonly HostEvent[] }): Promise<void>
  /** Requests a report soon; the answer tells the host which servers do not belong to it any more. */
  reportSoon(ctx: Context, at: HostInCell): Promise<void>
  /** Asks the host not to wait any longer for a guest that it reboots softly. */
  cutSoftReboot(ctx: Context, order: HostInCell & { readonly serverId: ServerId }): Promise<void>
}

/** Direct calls from the API to a compute host. All reject when the host does not answer. */
export interface ComputeHostPort extends ComputeHostMessages {
  /** The end of a server's console log: at most `maxBytes`. */
  consoleOutput(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId; readonly maxBytes: number },
  ): Promise<string>
  /** The address of the server's VNC server; undefined when it has none. */
  vncConsole(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<ConsoleAddress | undefined>
  /** The address of the server's serial port; undefined when it has none. */
  serialConsole(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<ConsoleAddress | undefined>
  /** The address of the server's SPICE server; undefined when it has none. */
  spiceConsole(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<ConsoleAddress | undefined>
  /** The guest's statistics since its start; only the power state when it is off. */
  diagnostics(
    ctx: Context,
    at: HostInCell,
    order: { readonly serverId: ServerId },
  ): Promise<{ readonly powerState: number; readonly diagnostics?: HostDiagnostics }>
  /** How long the host has been up, in the format of the command `uptime`. */
  uptime(ctx: Context, at: HostInCell): Promise<string>
  /** Freezes the file systems of a guest. */
  freeze(ctx: Context, at: HostInCell, order: { readonly serverId: ServerId }): Promise<void>
  /** Thaws them. Idempotent. */
  thaw(ctx: Context, at: HostInCell, order: { readonly serverId: ServerId }): Promise<void>
  /** Aborts a live migration. */
  abortLiveMigration(ctx: Context, at: HostInCell, order: { readonly serverId: ServerId }): Promise<void>
  /** Forces a live migration to complete. */
  forceLiveMigration(ctx: Context, at: HostInCell, order: { readonly serverId: ServerId }): Promise<void>
}
