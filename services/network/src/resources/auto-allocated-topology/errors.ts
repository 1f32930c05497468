import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  AutoAllocationFailure: fault<{ reason: string }>(
    'conflict',
    ({ reason }) => `Deployment error: ${reason}.`,
  ),
})
