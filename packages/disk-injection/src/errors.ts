import { defineErrors, fault } from '@nimbo/kernel/errors'

const errors = defineErrors({
  InjectionFailed: fault<{ reason: string }>(
    'internal',
    ({ reason }) => `Nothing can be written into the disk of the server: ${reason}`,
  ),
})

export const notInjected = (reason: string): Error => errors.InjectionFailed({ reason })
