import { operation } from '@nimbo/operation/operation'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

export const shelveOffload = moveAction({
  name: 'shelveOffload',
  operation: operation({
    ...askedByAction('shelveOffload'),
    id: 'servers.shelve-offload',
    summary: 'Take a shelved server off its host',
    rule: 'os_compute_api:os-shelve:shelve_offload',
    body: onlyNamed('shelveOffload'),
  }),
  from: { ...idle, vmStates: ['shelved'] },
  taskState: 'shelving_offloading',
})
