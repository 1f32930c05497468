import { exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, since } from '@nimbo/operation/windows'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const protocols = ['vnc', 'spice', 'serial'] as const
const types = ['novnc', 'xvpvnc', 'spice-html5', 'serial'] as const

export const openRemoteConsole = operation({
  id: 'servers.remote-console',
  method: 'POST',
  path: '/servers/{server_id}/remote-consoles',
  since: '2.6',
  summary: 'Open the screen of a server',
  rule: 'os_compute_api:os-remote-consoles',
  on: found('server'),
  body: Type.Object(
    {
      remote_console: Type.Object(
        {
          protocol: Type.Unsafe<string>({
            anyOf: [before('2.8', oneOf(protocols)), since('2.8', oneOf([...protocols, 'mks']))],
          }),
          type: Type.Unsafe<string>({
            anyOf: [
              before('2.8', oneOf(types)),
              since('2.8', before('2.99', oneOf([...types, 'webmks']))),
              since('2.99', oneOf([...types, 'webmks', 'spice-direct'])),
            ],
          }),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: {
    200: view({
      remote_console: view({ protocol: Type.String(), type: Type.String(), url: Type.String() }),
    }),
  },
  errors: ['ServerNotFound'],
})
