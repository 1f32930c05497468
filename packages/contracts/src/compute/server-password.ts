import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const path = '/servers/{server_id}/os-server-password'
const on = found('server')
const errors = ['ServerNotFound']

export const showServerPassword = operation({
  id: 'servers.password.show',
  method: 'GET',
  path,
  summary: 'Show the password that the guest chose, encrypted for its key pair',
  rule: 'os_compute_api:os-server-password:show',
  on,
  replies: { 200: view({ password: Type.String() }) },
  errors,
})

export const clearServerPassword = operation({
  id: 'servers.password.clear',
  method: 'DELETE',
  path,
  summary: 'Forget the password that the guest chose; the guest keeps it',
  rule: 'os_compute_api:os-server-password:clear',
  on,
  replies: { 204: empty },
  errors,
})
