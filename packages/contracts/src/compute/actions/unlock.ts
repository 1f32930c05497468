import { operation } from '@nimbo/operation/operation'
import { apiNotification } from '../notifications/servers.ts'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

export const unlock = apiAction({
  name: 'unlock',
  operation: operation({
    ...askedByAction('unlock'),
    id: 'servers.unlock',
    summary: 'Unlock a server',
    rule: 'os_compute_api:os-lock-server:unlock',
    mayAsk: ['os_compute_api:os-lock-server:unlock:unlock_override'],
  }),
  from: { lockIgnored: true },
  notifications: apiNotification('unlock'),
  command: { verb: 'unlock', summary: 'Unlock server(s)' },
})
