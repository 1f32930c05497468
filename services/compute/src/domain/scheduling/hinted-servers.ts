import { own } from '@nimbo/kernel/own'
import type { RequestSpec } from '../servers/request-spec.ts'

type ServerHint = 'same_host' | 'different_host'

/** The ids of servers in a hint. */
export const serversInHint = (
  { schedulerHints }: Pick<RequestSpec, 'schedulerHints'>,
  hint: ServerHint,
): readonly string[] => [own(schedulerHints, hint) ?? []].flat()

/** The ids of all servers in the hints of a request. */
export const hintedServers = (spec: Pick<RequestSpec, 'schedulerHints'>): readonly string[] => [
  ...serversInHint(spec, 'same_host'),
  ...serversInHint(spec, 'different_host'),
]
