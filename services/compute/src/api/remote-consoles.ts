import { openRemoteConsole } from '@nimbo/contracts/compute/remote-consoles'
import { handle } from './handle.ts'

const open = handle(openRemoteConsole, async ({ ctx, app, params, body }) => ({
  remote_console: { ...body.remote_console, url: await app.consoles.openVnc(ctx, params.server_id) },
}))

export const remoteConsoleRoutes = [open]
