import {
  cancelUpdate,
  checkStack,
  resumeStack,
  suspendStack,
} from '@nimbo/contracts/orchestration/stack-actions'
import {
  abandonStack,
  deleteStack,
  listStacksInFull,
  showStack,
  updateStack,
} from '@nimbo/contracts/orchestration/stacks'
import type { StateRefusal } from '../../panel/action-spec.ts'
import { column } from '../../panel/column.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { keyOf } from '../../panel/panel.ts'
import { orchestrationPanel } from './orchestration-panel.ts'
import { stackTabs } from './stack-tabs.ts'

/** Disables an action while another one is in progress: a stack allows one at a time. */
const unlessBusy = (stack: Item): StateRefusal | undefined => {
  const state = textAt(stack, 'stack_status')
  return state.endsWith('_IN_PROGRESS') ? { why: 'state', values: { state } } : undefined
}

const isUpdating = (stack: Item): boolean => textAt(stack, 'stack_status') === 'UPDATE_IN_PROGRESS'
const isSuspended = (stack: Item): boolean => textAt(stack, 'stack_status').startsWith('SUSPEND_')

export const stackKey = 'stack_name id'

export const stacks = orchestrationPanel({
  id: 'stacks',
  kind: 'stack',
  key: stackKey,
  list: { operation: listStacksInFull },
  show: { operation: showStack, key: 'stack' },
  columns: [
    column('stack_name', { label: 'name' }),
    column('stack_status', { label: 'status', look: 'status' }),
    column('description'),
    column('creation_time', { label: 'created_at', look: 'date' }),
    column('updated_time', { label: 'updated_at', look: 'date' }),
    column('tags', { look: 'list', hidden: true }),
    column('stack_owner', { label: 'owner', hidden: true }),
  ],
  details: [
    column('stack_status_reason', { label: 'status_reason' }),
    column('parameters', { look: 'pairs' }),
    column('timeout_mins'),
    column('disable_rollback', { look: 'yes' }),
    column('parent', { label: 'parent_id' }),
  ],
  filters: [
    { name: 'stack_name', byPage: true },
    { name: 'stack_status', byPage: true },
  ],
  createAt: '/project/launch-stack',
  actions: [
    {
      id: 'update-stack',
      operation: updateStack,
      hindered: unlessBusy,
      opens: (stack) => `/project/launch-stack?of=${encodeURIComponent(keyOf({ key: stackKey }, stack))}`,
    },
    {
      id: 'cancel-update',
      operation: cancelUpdate,
      offered: isUpdating,
      asks: true,
      command: 'stack cancel',
    },
    { id: 'check', operation: checkStack, hindered: unlessBusy, batch: true, command: 'stack check' },
    {
      ...{ id: 'suspend', operation: suspendStack, hindered: unlessBusy, batch: true, asks: true },
      ...{ offered: (stack) => !isSuspended(stack), command: 'stack suspend' },
    },
    {
      ...{ id: 'resume', operation: resumeStack, hindered: unlessBusy, batch: true },
      ...{ offered: isSuspended, command: 'stack resume' },
    },
    {
      ...{ id: 'abandon', operation: abandonStack, asks: true, hindered: unlessBusy },
      ...{ shows: (left) => JSON.stringify(left, undefined, 2), command: 'stack abandon' },
    },
  ],
  remove: { operation: deleteStack, command: 'stack delete' },
  tabs: stackTabs,
  command: 'stack show',
})
