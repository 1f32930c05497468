import { defineErrors, fault } from '@nimbo/kernel/errors'

/** The errors of the API of samples and events. */
export const errors = defineErrors({
  NoSuchSample: fault<{ id: string }>('notFound', ({ id }) => `Sample ${id} Not Found`),
  NoSuchResource: fault<{ id: string }>('notFound', ({ id }) => `Resource ${id} Not Found`),
  NoSuchEvent: fault<{ id: string }>('notFound', ({ id }) => `Event ${id} Not Found`),
  Invalid: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  Forbidden: fault<{ rule: string }>('forbidden', ({ rule }) => `RBAC Authorization Failed: ${rule}`),
})
