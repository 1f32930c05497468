import { exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const openRemoteConsole = operation({
  id: 'servers.remote-console',
  method: 'POST',
  path: '/servers/{server_id}/remote-consoles',
  since: '2.6',
  summary: 'Open the screen of a server',
  rule: 'os_compute_api:os-remote-consoles',
  on: found('server'),
  body: Type.Object(
    { remote_console: Type.Object({ protocol: oneOf(['vnc']), type: oneOf(['novnc']) }, exact) },
    exact,
  ),
  replies: {
    200: view({
      remote_console: view({ protocol: Type.String(), type: Type.String(), url: Type.String() }),
    }),
  },
  errors: ['ServerNotFound'],
})
