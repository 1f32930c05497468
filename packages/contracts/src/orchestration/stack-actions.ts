import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { open, stack } from './words.ts'

const act = <const Action extends string>(action: Action, summary: string) =>
  operation({
    id: `stack_actions.${action}`,
    method: 'POST',
    path: `${stack}/actions` as const,
    action,
    summary,
    rule: `actions:${action}`,
    on,
    body: open({ [action]: Type.Unknown() }),
    replies: { 200: empty },
    errors: ['EntityNotFound', 'NotSupported'],
  })

export const suspendStack = act('suspend', 'Suspend what a stack consists of')
export const resumeStack = act('resume', 'Resume what a stack consists of')
export const checkStack = act('check', 'Compare a stack with what is in the cloud')
export const cancelUpdate = act('cancel_update', 'Break an update off and go back')
export const cancelWithoutRollback = act('cancel_without_rollback', 'Break off what goes on with a stack')
