import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

export const addSecurityGroup = apiAction({
  name: 'addSecurityGroup',
  operation: operation({
    ...askedByAction('addSecurityGroup'),
    id: 'servers.add-security-group',
    summary: 'Add a server to a security group',
    rule: 'os_compute_api:os-security-groups:add',
    body: Type.Object({
      addSecurityGroup: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) }, exact),
    }),
  }),
  from: {},
})
