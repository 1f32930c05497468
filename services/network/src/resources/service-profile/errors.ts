import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  ServiceProfileNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Service Profile ${id} could not be found.`,
  ),
  ServiceProfileInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Service Profile ${id} is used by some service instance.`,
  ),
  ServiceProfileDriverNotFound: fault<{ driver: string }>(
    'notFound',
    ({ driver }) => `Service Profile driver ${driver} could not be found.`,
  ),
  ServiceProfileEmpty: fault<Record<never, never>>(
    'badRequest',
    'Service Profile needs either a driver or metainfo.',
  ),
})
