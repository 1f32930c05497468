import { exact } from '@nimbo/contracts/compute/words'
import { accepted, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import { route, targetServer } from './route.ts'
import { serverLockRoutes } from './server-locks.ts'

const path = '/servers/{server_id}/action'
const inHandler = { inHandler: 'the rule is about the server' } as const

/** Actions that take no argument and become a flow. */
const operations = (
  [
    ['os-start', 'start', 'os_compute_api:servers:start'],
    ['os-stop', 'stop', 'os_compute_api:servers:stop'],
    ['pause', 'pause', 'os_compute_api:os-pause-server:pause'],
    ['unpause', 'unpause', 'os_compute_api:os-pause-server:unpause'],
  ] as const
).map(([action, kind, rule]) =>
  route({
    method: 'POST',
    path,
    action,
    name: `servers.${kind}`,
    policy: inHandler,
    body: Type.Object({ [action]: Type.Unknown() }, exact),
    replies: [202],
    handle: async (call) => {
      await targetServer(call, rule)
      await call.app.servers.operate(call.ctx, call.params.server_id, kind)
      return accepted()
    },
  }),
)

const RebootType = Type.Union(
  ['HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft'].map((word) => Type.Literal(word)),
)

const reboot = route({
  method: 'POST',
  path,
  action: 'reboot',
  name: 'servers.reboot',
  policy: inHandler,
  body: Type.Object({ reboot: Type.Object({ type: RebootType }, exact) }, exact),
  replies: [202],
  handle: async (call) => {
    await targetServer(call, 'os_compute_api:servers:reboot')
    const type = String(call.body.reboot.type).toUpperCase() === 'HARD' ? 'HARD' : 'SOFT'
    await call.app.servers.reboot(call.ctx, call.params.server_id, type)
    return accepted()
  },
})

const forceDelete = route({
  method: 'POST',
  path,
  action: 'forceDelete',
  name: 'servers.force-delete',
  policy: inHandler,
  replies: [202],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-deferred-delete:force')
    await call.app.servers.remove(call.ctx, located)
    return accepted()
  },
})

const resetState = route({
  method: 'POST',
  path,
  action: 'os-resetState',
  name: 'servers.reset-state',
  policy: inHandler,
  body: Type.Object(
    {
      'os-resetState': Type.Object(
        { state: Type.Union([Type.Literal('active'), Type.Literal('error')]) },
        exact,
      ),
    },
    exact,
  ),
  replies: [202],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-admin-actions:reset_state')
    await call.app.servers.resetState(located, call.body['os-resetState'].state)
    return accepted()
  },
})

const securityGroups = (
  [
    ['addSecurityGroup', 'add', 'os_compute_api:os-security-groups:add'],
    ['removeSecurityGroup', 'remove', 'os_compute_api:os-security-groups:remove'],
  ] as const
).map(([action, change, rule]) =>
  route({
    method: 'POST',
    path,
    action,
    name: `servers.${change}-security-group`,
    policy: inHandler,
    body: Type.Object({ [action]: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) }) }),
    replies: [202],
    handle: async (call) => {
      await targetServer(call, rule)
      const { name } = (call.body as Record<string, { readonly name: string }>)[action] ?? { name: '' }
      await call.app.securityGroups.change(call.ctx, call.params.server_id, name, change)
      return accepted()
    },
  }),
)

const consoleOutput = route({
  method: 'POST',
  path,
  action: 'os-getConsoleOutput',
  name: 'servers.console-output',
  policy: inHandler,
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
  replies: [200],
  handle: async (call) => {
    await targetServer(call, 'os_compute_api:os-console-output')
    const { length } = call.body['os-getConsoleOutput']
    const lines = length === undefined || length === null ? undefined : Number(length)
    return ok({ output: await call.app.consoles.output(call.ctx, call.params.server_id, lines) })
  },
})

const vncConsole = route({
  method: 'POST',
  path,
  action: 'os-getVNCConsole',
  name: 'servers.vnc-console',
  until: '2.5',
  policy: inHandler,
  body: Type.Object(
    {
      'os-getVNCConsole': Type.Object(
        { type: Type.Union([Type.Literal('novnc'), Type.Literal('xvpvnc')]) },
        exact,
      ),
    },
    exact,
  ),
  replies: [200],
  handle: async (call) => {
    await targetServer(call, 'os_compute_api:os-remote-consoles')
    const { type } = call.body['os-getVNCConsole']
    return ok({ console: { type, url: await call.app.consoles.openVnc(call.ctx, call.params.server_id) } })
  },
})

const remoteConsole = route({
  method: 'POST',
  path: '/servers/{server_id}/remote-consoles',
  name: 'servers.remote-console',
  since: '2.6',
  policy: inHandler,
  body: Type.Object(
    {
      remote_console: Type.Object({ protocol: Type.Literal('vnc'), type: Type.Literal('novnc') }, exact),
    },
    exact,
  ),
  replies: [200],
  handle: async (call) => {
    await targetServer(call, 'os_compute_api:os-remote-consoles')
    const url = await call.app.consoles.openVnc(call.ctx, call.params.server_id)
    return ok({ remote_console: { ...call.body.remote_console, url } })
  },
})

export const serverActionRoutes = [
  ...operations,
  reboot,
  ...serverLockRoutes,
  forceDelete,
  resetState,
  ...securityGroups,
  consoleOutput,
  vncConsole,
  remoteConsole,
]
