import { openRemoteConsole } from '@nimbo/contracts/compute/remote-consoles'
import { legacyConsoles } from '@nimbo/contracts/compute/actions/legacy-consoles'
import { vncConsole } from '@nimbo/contracts/compute/actions/vnc-console'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const protocols = new Map([
  ['novnc', 'vnc'],
  ['xvpvnc', 'vnc'],
  ['spice-html5', 'spice'],
  ['spice-direct', 'spice'],
  ['rdp-html5', 'rdp'],
  ['serial', 'serial'],
  ['webmks', 'mks'],
])

const open = handle(openRemoteConsole, async ({ ctx, app, params, body, request: { origin } }) => {
  const { protocol, type } = body.remote_console
  if (protocols.get(type) !== protocol)
    throw errors.BadRequest({ reason: `Unavailable console type ${type}.` })
  const url = await app.consoles.open(ctx, params.server_id, { type, origin })
  return { remote_console: { protocol, type, url } }
})

const openVnc = handle(vncConsole.operation, async ({ ctx, app, params, body, request: { origin } }) => {
  const { type } = body['os-getVNCConsole']
  return { console: { type, url: await app.consoles.open(ctx, params.server_id, { type, origin }) } }
})

const openSerial = handle(
  legacyConsoles.serial.operation,
  async ({ ctx, app, params, body, request: { origin } }) => {
    const { type } = body['os-getSerialConsole']
    return { console: { type, url: await app.consoles.open(ctx, params.server_id, { type, origin }) } }
  },
)

const openSpice = handle(
  legacyConsoles.spice.operation,
  async ({ ctx, app, params, body, request: { origin } }) => {
    const { type } = body['os-getSPICEConsole']
    return { console: { type, url: await app.consoles.open(ctx, params.server_id, { type, origin }) } }
  },
)

/** RDP consoles were removed from Nova together with the Hyper-V driver. */
const openRdp = handle(legacyConsoles.rdp.operation, async ({ body }) => {
  throw errors.BadRequest({ reason: `Unavailable console type ${body['os-getRDPConsole'].type}.` })
})

export const remoteConsoleRoutes = [open, openVnc, openSerial, openSpice, openRdp]
