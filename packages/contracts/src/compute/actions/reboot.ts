import { exact, oneOf } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { hostNotifications, untilError } from '../notifications/servers.ts'
import { askedByAction } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const reboot = hostAction({
  name: 'reboot',
  operation: operation({
    ...askedByAction('reboot'),
    id: 'servers.reboot',
    summary: 'Reboot a server: ask the guest, or pull the plug',
    rule: 'os_compute_api:servers:reboot',
    body: Type.Object(
      { reboot: Type.Object({ type: oneOf(['HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft']) }, exact) },
      exact,
    ),
  }),
  from: { ...idle, vmStates: ['active'] },
  taskState: 'rebooting',
  endsIn: 'active',
  event: 'compute_reboot_instance',
  notifications: hostNotifications('reboot', untilError),
  order: { type: oneOf(['SOFT', 'HARD']) },
})

/** Also allowed while the server is stuck in another task. */
export const hardReboot = {
  from: {
    vmStates: ['active', 'stopped', 'paused', 'suspended', 'error'],
    taskStates: [
      ...[null, 'rebooting', 'reboot_pending', 'reboot_started', 'rebooting_hard'],
      ...['pausing', 'unpausing', 'suspending', 'resuming'],
    ],
    launched: true,
  },
  taskState: 'rebooting_hard',
} as const
