import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** The default ACL only allows the project. */
const Acl = view({
  read: view({
    'project-access': Type.Boolean(),
    users: Type.Optional(Type.Array(Type.String())),
    created: Type.Optional(Type.String()),
    updated: Type.Optional(Type.String()),
  }),
})

const AclChange = Type.Object(
  {
    read: Type.Optional(
      Type.Object(
        {
          users: Type.Optional(Type.Array(Type.String({ maxLength: 255 }))),
          'project-access': Type.Optional(Type.Boolean()),
        },
        exact,
      ),
    ),
  },
  { ...exact, title: 'ACL' },
)

export type AclChange = Static<typeof AclChange>

/** The operations on the ACL of one kind of resource. */
const aclOperations = <const Kind extends 'secret' | 'container'>(kind: Kind) => {
  const on = found(kind)
  const path = `/v1/${kind}s/{${kind}_id}/acl` as const
  const change = { on, path, rule: `${kind}_acls:put_patch`, body: AclChange } as const
  const replies = { 200: view({ acl_ref: Type.String() }) }
  return {
    show: operation({
      id: `${kind}_acls.show`,
      method: 'GET',
      path,
      summary: `Show who may read a ${kind}`,
      rule: `${kind}_acls:get`,
      on,
      replies: { 200: Acl },
    }),
    replace: operation({
      id: `${kind}_acls.replace`,
      method: 'PUT',
      summary: `Say who may read a ${kind}`,
      ...change,
      replies,
    }),
    update: operation({
      id: `${kind}_acls.update`,
      method: 'PATCH',
      summary: `Change who may read a ${kind}`,
      ...change,
      replies,
    }),
    remove: operation({
      id: `${kind}_acls.delete`,
      method: 'DELETE',
      path,
      summary: `Let those read a ${kind} again whom the rules let`,
      rule: `${kind}_acls:delete`,
      on,
      replies: { 200: Type.Null() },
    }),
  }
}

export const secretAcls = aclOperations('secret')
export const containerAcls = aclOperations('container')
