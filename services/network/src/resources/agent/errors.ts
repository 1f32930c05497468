import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  AgentNotFound: fault<{ id: string }>('notFound', ({ id }) => `Agent ${id} could not be found.`),
  AvailabilityZoneNotFound: fault<{ zone: string }>(
    'notFound',
    ({ zone }) => `AvailabilityZone ${zone} could not be found.`,
  ),
})
