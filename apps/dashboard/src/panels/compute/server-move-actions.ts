import { confirmResize } from '@nimbo/contracts/compute/actions/confirm-resize'
import { resize } from '@nimbo/contracts/compute/actions/resize'
import { revertResize } from '@nimbo/contracts/compute/actions/revert-resize'
import { shelve } from '@nimbo/contracts/compute/actions/shelve'
import { shelveOffload } from '@nimbo/contracts/compute/actions/shelve-offload'
import { unshelve } from '@nimbo/contracts/compute/actions/unshelve'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { isIn, serverAction } from './server-actions.ts'

const isResized = isIn('resized')
const isShelved = isIn('shelved', 'shelved_offloaded')

/** Resize and shelve of servers, and the actions that follow them. */
export const moveActions: readonly ActionSpec[] = [
  serverAction('resize', resize, {
    form: {
      key: 'resize',
      fields: [
        field('flavorRef', { label: 'flavor', to: 'flavors', required: true, option: 'flavor' }),
        field('OS-DCF:diskConfig', { advanced: true, option: false }),
      ],
      command: 'server resize',
    },
    offered: (server) => !isResized(server),
  }),
  serverAction('confirm-resize', confirmResize, { batch: true, offered: isResized }),
  serverAction('revert-resize', revertResize, { batch: true, asks: true, offered: isResized }),
  serverAction('shelve', shelve, {
    ...{ batch: true, asks: true, command: 'server shelve' },
    offered: (server) => !isShelved(server),
  }),
  serverAction('shelve-offload', shelveOffload, { batch: true, offered: isIn('shelved') }),
  serverAction('unshelve', unshelve, { batch: true, command: 'server unshelve', offered: isShelved }),
]
