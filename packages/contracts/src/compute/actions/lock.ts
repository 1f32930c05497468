import { exact, nullable } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { apiNotification } from '../notifications/servers.ts'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

const Reason = Type.Object(
  { locked_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) },
  exact,
)

export const lock = apiAction({
  name: 'lock',
  operation: operation({
    ...askedByAction('lock'),
    id: 'servers.lock',
    summary: 'Lock a server, so that its users cannot change it',
    rule: 'os_compute_api:os-lock-server:lock',
    body: Type.Object({
      // Before 2.73 the value is ignored.
      lock: Type.Union([since('2.73', nullable(Reason)), before('2.73', Type.Unsafe<null>({}))]),
    }),
  }),
  from: { lockIgnored: true },
  notifications: apiNotification('lock'),
})
