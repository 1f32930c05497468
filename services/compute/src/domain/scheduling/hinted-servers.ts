import { own } from '@nimbo/kernel/own'
import type { RequestSpec } from '../servers/request-spec.ts'

type ServerHint = 'same_host' | 'different_host'

/** The servers that a hint names, by id. */
export const serversInHint = (
  { schedulerHints }: Pick<RequestSpec, 'schedulerHints'>,
  hint: ServerHint,
): readonly string[] => [own(schedulerHints, hint) ?? []].flat()

/** All servers that a request names by hints. */
export const hintedServers = (spec: Pick<RequestSpec, 'schedulerHints'>): readonly string[] => [
  ...serversInHint(spec, 'same_host'),
  ...serversInHint(spec, 'different_host'),
]
