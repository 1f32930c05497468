import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  DefaultSecurityGroupRuleNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Default Security Group rule ${id} does not exist`,
  ),
  DefaultSecurityGroupRuleExists: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Default Security group rule already exists. Rule id is ${id}.`,
  ),
})
