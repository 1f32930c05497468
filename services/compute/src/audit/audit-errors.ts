import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Why a repair is refused. */
export const errors = defineErrors({
  ChangedMeanwhile: fault<{ id: string }>(
    'conflict',
    ({ id }) => `${id} has changed since it was looked at.`,
  ),
  AtWork: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Work on server ${id} has begun since it was looked at.`,
  ),
  BootAbandoned: fault<{ serverId: string }>(
    'internal',
    ({ serverId }) => `Nothing was at work on the build of server ${serverId} any more.`,
  ),
  NoRoom: fault<{ id: string; host: string }>(
    'conflict',
    ({ id, host }) => `Placement has no room on ${host} for server ${id}.`,
  ),
  NodeUnknown: fault<{ host: string }>('notFound', ({ host }) => `No node of host ${host} is known.`),
  FindingIncomplete: fault<{ kind: string; what: string }>(
    'internal',
    ({ kind, what }) => `The finding ${kind} names no ${what}.`,
  ),
})
