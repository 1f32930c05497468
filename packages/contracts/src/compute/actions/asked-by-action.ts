import { empty, exact } from '@nimbo/operation/content'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

/** The common part of operations on `/servers/{server_id}/action`, which are selected by the key of the body. */
export const askedByAction = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/servers/{server_id}/action',
    action: name,
    on: found('server'),
    replies: { 202: empty },
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked'],
  }) as const

/** A body that only names the action. */
export const onlyNamed = (name: string) => Type.Object({ [name]: Type.Unknown() }, exact)
