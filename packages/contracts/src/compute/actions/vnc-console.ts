import { exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

export const vncConsole = apiAction({
  name: 'get VNC console',
  operation: operation({
    ...askedByAction('os-getVNCConsole'),
    id: 'servers.vnc-console',
    until: '2.5',
    summary: 'Open the screen of a server',
    rule: 'os_compute_api:os-remote-consoles',
    body: Type.Object(
      { 'os-getVNCConsole': Type.Object({ type: oneOf(['novnc', 'xvpvnc']) }, exact) },
      exact,
    ),
    replies: { 200: view({ console: view({ type: Type.String(), url: Type.String() }) }) },
  }),
  from: { onHost: true, lockIgnored: true },
})
