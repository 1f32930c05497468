import { exact } from '@nimbo/contracts/compute/words'
import { accepted } from '@nimbo/http/reply'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import { isLockedByOthers } from '../domain/server-lock.ts'
import { route, targetServer } from './route.ts'

const path = '/servers/{server_id}/action'
const inHandler = { inHandler: 'the rule is about the server' } as const
const reasonKnown = microversion('2.73')

const lock = route({
  method: 'POST',
  path,
  action: 'lock',
  name: 'servers.lock',
  policy: inHandler,
  body: Type.Object({
    lock: Type.Union([
      Type.Null(),
      Type.Object({ locked_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }, exact),
      Type.Unknown(),
    ]),
  }),
  replies: [202],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-lock-server:lock')
    const asked = call.body.lock as { readonly locked_reason?: string } | null
    const lockedReason = call.version >= reasonKnown ? (asked?.locked_reason ?? null) : null
    await call.app.servers.lock(call.ctx, located, lockedReason)
    return accepted()
  },
})

const unlock = route({
  method: 'POST',
  path,
  action: 'unlock',
  name: 'servers.unlock',
  policy: inHandler,
  replies: [202],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:os-lock-server:unlock')
    const { projectId, userId } = located.server
    if (isLockedByOthers(located.server, call.ctx.projectId))
      call.enforce('os_compute_api:os-lock-server:unlock:unlock_override', {
        project_id: projectId,
        user_id: userId,
      })
    await call.app.servers.unlock(call.ctx, located)
    return accepted()
  },
})

export const serverLockRoutes = [lock, unlock]
