import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { spiceFiles } from '../api/consoles/spice-files.ts'
import type { NovaConfig } from '../config.ts'
import { startConsoleProxy } from './console-proxy.ts'

/** Starts the SPICE proxy with its page. */
export const startNovaSpicehtml5proxy = (
  host: ServiceHost,
  { config }: { readonly config: NovaConfig },
): Promise<RunningService> => startConsoleProxy(host, config, { kind: 'spice-html5', pages: spiceFiles })
