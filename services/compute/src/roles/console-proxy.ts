import type { Handler } from '@nimbo/http/message'
import { internalContext } from '@nimbo/kernel/context'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { Handshake } from '../api/consoles/relay.ts'
import { consoleSockets } from '../api/consoles/console-sockets.ts'
import { admitToConsole } from '../app/consoles/admit-to-console.ts'
import type { ConsoleKind } from '../app/consoles/console-kinds.ts'
import { rpcComputeHostPort } from '../conductor/rpc-compute-host-port.ts'
import type { NovaConfig } from '../config.ts'
import { openCells } from '../db/cells/open-cells.ts'

interface ProxyOf {
  readonly kind: ConsoleKind
  /** The HTTP handler besides WebSockets. */
  readonly pages: Handler
  readonly handshake?: Handshake | undefined
}

/** Starts a proxy for one type of console. It has no state besides its sessions, so any number can run. */
export const startConsoleProxy = async (
  host: ServiceHost,
  config: NovaConfig,
  { kind, pages, handshake }: ProxyOf,
): Promise<RunningService> => {
  const cells = await openCells(host, config)
  const { clock, log } = host
  const admit = admitToConsole({
    databases: cells.databases,
    clock,
    computeHost: rpcComputeHostPort(cells),
  })
  const sockets = consoleSockets({
    clock,
    log,
    handshake,
    admit: (token) => admit(internalContext(), token, kind),
    allowedOrigins: config.console.allowed_origins,
    endsWithToken: config.consoleauth.enforce_session_timeout,
  })
  return {
    api: pages,
    upgrade: sockets.upgrade,
    begin: async () => {},
    settled: async () => {},
    leave: sockets.close,
    stop: async () => sockets.close(),
  }
}
