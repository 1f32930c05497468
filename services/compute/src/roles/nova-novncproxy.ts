import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { novncFiles } from '../api/consoles/novnc-files.ts'
import type { NovaConfig } from '../config.ts'
import { startConsoleProxy } from './console-proxy.ts'
import { vncHandshake } from '../api/consoles/rfb/vnc-handshake.ts'

/** Starts the noVNC proxy with its page. */
export const startNovaNovncproxy = async (
  host: ServiceHost,
  { config }: { readonly config: NovaConfig },
): Promise<RunningService> =>
  startConsoleProxy(host, config, {
    kind: 'novnc',
    pages: novncFiles,
    handshake: vncHandshake(config.vnc),
  })
