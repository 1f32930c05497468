import { empty, exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'

/** What all actions on a server share; the key of the body is their name. */
const action = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/servers/{server_id}/action',
    action: name,
    on: found('server'),
    replies: { 202: empty },
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked'],
  }) as const

export const startServer = operation({
  ...action('os-start'),
  id: 'servers.start',
  summary: 'Start a server',
  rule: 'os_compute_api:servers:start',
  body: Type.Object({ 'os-start': Type.Unknown() }, exact),
})

export const stopServer = operation({
  ...action('os-stop'),
  id: 'servers.stop',
  summary: 'Stop a server',
  rule: 'os_compute_api:servers:stop',
  body: Type.Object({ 'os-stop': Type.Unknown() }, exact),
})

export const pauseServer = operation({
  ...action('pause'),
  id: 'servers.pause',
  summary: 'Pause a server',
  rule: 'os_compute_api:os-pause-server:pause',
  body: Type.Object({ pause: Type.Unknown() }, exact),
})

export const unpauseServer = operation({
  ...action('unpause'),
  id: 'servers.unpause',
  summary: 'Let a paused server go on',
  rule: 'os_compute_api:os-pause-server:unpause',
  body: Type.Object({ unpause: Type.Unknown() }, exact),
})

export const rebootServer = operation({
  ...action('reboot'),
  id: 'servers.reboot',
  summary: 'Reboot a server: ask the guest, or pull the plug',
  rule: 'os_compute_api:servers:reboot',
  body: Type.Object(
    {
      reboot: Type.Object({ type: oneOf(['HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft']) }, exact),
    },
    exact,
  ),
})

const Reason = Type.Object(
  { locked_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) },
  exact,
)

export const lockServer = operation({
  ...action('lock'),
  id: 'servers.lock',
  summary: 'Lock a server, so that its users cannot change it',
  rule: 'os_compute_api:os-lock-server:lock',
  body: Type.Object({
    // Before 2.73 whatever stands there means nothing.
    lock: Type.Union([since('2.73', nullable(Reason)), before('2.73', Type.Unsafe<null>({}))]),
  }),
})

export const unlockServer = operation({
  ...action('unlock'),
  id: 'servers.unlock',
  summary: 'Unlock a server',
  rule: 'os_compute_api:os-lock-server:unlock',
  mayAsk: ['os_compute_api:os-lock-server:unlock:unlock_override'],
})

export const forceDeleteServer = operation({
  ...action('forceDelete'),
  id: 'servers.force-delete',
  summary: 'Delete a server at once',
  rule: 'os_compute_api:os-deferred-delete:force',
})

export const resetServerState = operation({
  ...action('os-resetState'),
  id: 'servers.reset-state',
  summary: 'Set the state of a server',
  rule: 'os_compute_api:os-admin-actions:reset_state',
  body: Type.Object({ 'os-resetState': Type.Object({ state: oneOf(['active', 'error']) }, exact) }, exact),
})

const Group = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) })

export const addSecurityGroup = operation({
  ...action('addSecurityGroup'),
  id: 'servers.add-security-group',
  summary: 'Add a server to a security group',
  rule: 'os_compute_api:os-security-groups:add',
  body: Type.Object({ addSecurityGroup: Group }),
})

export const removeSecurityGroup = operation({
  ...action('removeSecurityGroup'),
  id: 'servers.remove-security-group',
  summary: 'Remove a server from a security group',
  rule: 'os_compute_api:os-security-groups:remove',
  body: Type.Object({ removeSecurityGroup: Group }),
})

export const showConsoleOutput = operation({
  ...action('os-getConsoleOutput'),
  id: 'servers.console-output',
  summary: 'Show the last lines of the console log of a server',
  rule: 'os_compute_api:os-console-output',
  body: Type.Object(
    {
      'os-getConsoleOutput': Type.Object({
        length: Type.Optional(
          Type.Union([Type.Integer({ minimum: -1 }), Type.String({ pattern: '^-?[0-9]+$' }), Type.Null()]),
        ),
      }),
    },
    exact,
  ),
  replies: { 200: view({ output: Type.String() }) },
})

export const openVncConsole = operation({
  ...action('os-getVNCConsole'),
  id: 'servers.vnc-console',
  until: '2.5',
  summary: 'Open the screen of a server',
  rule: 'os_compute_api:os-remote-consoles',
  body: Type.Object({ 'os-getVNCConsole': Type.Object({ type: oneOf(['novnc', 'xvpvnc']) }, exact) }, exact),
  replies: { 200: view({ console: view({ type: Type.String(), url: Type.String() }) }) },
})

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
