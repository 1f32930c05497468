import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { novncFiles } from '../api/consoles/novnc-files.ts'
import type { NovaConfig } from '../config.ts'
import { startConsoleProxy } from './console-proxy.ts'

/** Starts the noVNC proxy with its page. */
export const startNovaNovncproxy = (
  host: ServiceHost,
  { config }: { readonly config: NovaConfig },
): Promise<RunningService> => startConsoleProxy(host, config, { kind: 'novnc', pages: novncFiles })
