import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const triggerCrashDump = hostAction({
  name: 'trigger_crash_dump',
  operation: operation({
    ...askedByAction('trigger_crash_dump'),
    id: 'servers.trigger-crash-dump',
    since: '2.17',
    summary: 'Have a guest dump its memory, by an interrupt that cannot be masked',
    rule: 'os_compute_api:servers:trigger_crash_dump',
    body: Type.Object({ trigger_crash_dump: Type.Null() }, exact),
  }),
  from: { ...idle, vmStates: ['active', 'paused', 'rescued', 'resized', 'error'], onHost: true },
  taskState: null,
  event: 'compute_trigger_crash_dump',
  notifications: hostNotifications('trigger_crash_dump', startAndEnd),
  order: {},
  command: { verb: 'dump create', summary: 'Create a dump file in server(s)' },
})
