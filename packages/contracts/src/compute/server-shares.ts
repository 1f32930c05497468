import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const since = '2.97'
const on = found('server')
const all = '/servers/{server_id}/shares'
const one = `${all}/{share_id}` as const

const Share = view({ share_id: Type.String(), status: Type.String(), tag: Type.String() })

export const listShares = operation({
  id: 'servers.shares.list',
  method: 'GET',
  path: all,
  since,
  summary: 'List the shared file systems of a server',
  rule: 'os_compute_api:os-server-shares:index',
  on,
  replies: { 200: view({ shares: Type.Array(Share) }) },
  errors: ['ServerNotFound'],
})

export const attachShare = operation({
  id: 'servers.shares.attach',
  method: 'POST',
  path: all,
  since,
  summary: 'Refused: no service of this cloud has shared file systems',
  rule: 'os_compute_api:os-server-shares:create',
  on,
  body: Type.Object(
    {
      share: Type.Object(
        {
          share_id: Type.String({ format: 'uuid' }),
          tag: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 201: view({ share: Share }) },
  errors: ['ServerNotFound', 'WrongState', 'BadRequest'],
})

export const showShare = operation({
  id: 'servers.shares.show',
  method: 'GET',
  path: one,
  since,
  summary: 'Show a shared file system of a server',
  rule: 'os_compute_api:os-server-shares:show',
  on,
  replies: { 200: view({ share: Share }) },
  errors: ['ServerNotFound', 'NotFound'],
})

export const detachShare = operation({
  id: 'servers.shares.detach',
  method: 'DELETE',
  path: one,
  since,
  summary: 'Take a shared file system from a server',
  rule: 'os_compute_api:os-server-shares:delete',
  on,
  replies: { 200: empty },
  errors: ['ServerNotFound', 'NotFound'],
})
