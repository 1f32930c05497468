import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { NovaConfig } from '../config.ts'
import { startConsoleProxy } from './console-proxy.ts'

/** Starts the proxy for serial consoles. */
export const startNovaSerialproxy = (
  host: ServiceHost,
  { config }: { readonly config: NovaConfig },
): Promise<RunningService> =>
  startConsoleProxy(host, config, {
    kind: 'serial',
    pages: async () => ({
      status: 426,
      headers: { 'content-type': 'text/plain; charset=utf-8', upgrade: 'websocket' },
      body: 'Serial consoles speak WebSocket alone.\n',
    }),
  })
