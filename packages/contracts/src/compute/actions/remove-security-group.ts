import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

export const removeSecurityGroup = apiAction({
  name: 'removeSecurityGroup',
  operation: operation({
    ...askedByAction('removeSecurityGroup'),
    id: 'servers.remove-security-group',
    summary: 'Remove a server from a security group',
    rule: 'os_compute_api:os-security-groups:remove',
    body: Type.Object({
      removeSecurityGroup: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) }, exact),
    }),
  }),
  from: {},
})
