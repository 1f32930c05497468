import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  LocalIPNotFound: fault<{ id: string }>('notFound', ({ id }) => `Local IP ${id} could not be found.`),
  LocalIPInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Local IP ${id} is still associated with one or more ports.`,
  ),
  LocalIPPortOrNetworkRequired: fault<Record<never, never>>(
    'badRequest',
    'Either Port ID or Network ID must be specified for Local IP create.',
  ),
  LocalIPNoIP: fault<{ portId: string }>(
    'badRequest',
    ({ portId }) => `Specified Port ${portId} has no fixed IPs configured.`,
  ),
  LocalIPNoRequestedIP: fault<{ portId: string }>(
    'badRequest',
    ({ portId }) => `Specified Port ${portId} has several fixed IPs configured, one must be requested.`,
  ),
  LocalIPRequestedIPNotFound: fault<{ portId: string; address: string }>(
    'badRequest',
    ({ portId, address }) => `Specified Port ${portId} does not have requested IP address: ${address}.`,
  ),
  LocalIPAssociationNotFound: fault<{ parentId: string; id: string }>(
    'notFound',
    ({ parentId, id }) => `Local IP ${parentId} association with port ${id} could not be found.`,
  ),
})
