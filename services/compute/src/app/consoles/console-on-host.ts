import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { HostInCell } from '../../flows/flow-deps.ts'
import type { ConsoleAddress } from '../../driver/serves-consoles.ts'
import type { ComputeHostPort } from '../compute-host-port.ts'
import type { ConsoleKind } from './console-kinds.ts'

/** The current address of a server's console, as its host reports it; undefined when it has none of that kind. */
export const consoleOnHost =
  (computeHost: ComputeHostPort) =>
  (
    ctx: Context,
    at: HostInCell,
    serverId: ServerId,
    kind: ConsoleKind,
  ): Promise<ConsoleAddress | undefined> => {
    switch (kind) {
      case 'novnc':
        return computeHost.vncConsole(ctx, at, { serverId })
      case 'serial':
        return computeHost.serialConsole(ctx, at, { serverId })
      case 'spice-html5':
      case 'spice-direct':
        return computeHost.spiceConsole(ctx, at, { serverId })
    }
  }
