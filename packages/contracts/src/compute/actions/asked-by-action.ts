import { empty, exact } from '@nimbo/operation/content'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

/** What all operations on `/servers/{server_id}/action` share; the key of the body is their name. */
export const askedByAction = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/servers/{server_id}/action',
    action: name,
    on: found('server'),
    replies: { 202: empty },
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked'],
  }) as const

/** A body that names the action and says nothing more. */
export const onlyNamed = (name: string) => Type.Object({ [name]: Type.Unknown() }, exact)
