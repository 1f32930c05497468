import { showConsoleAuthToken } from '@nimbo/contracts/compute/console-auth-tokens'
import { microversion } from '@nimbo/operation/microversion'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** Before 2.31 only tokens of RDP consoles could be shown, and those consoles no longer exist. */
const ofEveryKind = microversion('2.31')

const show = handle(showConsoleAuthToken, async ({ app, params: { console_token }, version }) => {
  if (version < ofEveryKind)
    throw errors.BadRequest({
      reason:
        'The server could not comply with the request since it is either malformed or otherwise incorrect.',
    })
  const ticket = await app.consoles.findTicket(console_token)
  if (!ticket) throw errors.NotFound({ reason: 'Token not found' })
  return {
    console: {
      instance_uuid: ticket.server_id,
      host: ticket.host,
      port: ticket.port,
      ...(ticket.console_type === 'spice-direct' ? { tls_port: ticket.tls_port } : {}),
      internal_access_path: ticket.internal_access_path,
    },
  }
})

export const consoleAuthTokenRoutes = [show]
