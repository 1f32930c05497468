import { operation } from '@nimbo/operation/operation'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const resume = hostAction({
  name: 'resume',
  operation: operation({
    ...askedByAction('resume'),
    id: 'servers.resume',
    summary: 'Let a suspended server go on',
    rule: 'os_compute_api:os-suspend-server:resume',
    body: onlyNamed('resume'),
  }),
  from: { ...idle, vmStates: ['suspended'] },
  taskState: 'resuming',
  endsIn: 'active',
  event: 'compute_resume_instance',
  notifications: hostNotifications('resume', startAndEnd),
  order: {},
  command: { verb: 'resume', summary: 'Resume server(s)' },
})
