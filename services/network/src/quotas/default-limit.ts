import type { Kind } from '@nimbo/resource/describe/kind'
import type { NeutronConfig } from '../config.ts'

/** The default limit of a kind: its own option, or `default_quota`. */
export const defaultLimit = ({ QUOTAS }: NeutronConfig, { name }: Kind): number => {
  const options: Readonly<Record<string, unknown>> = QUOTAS
  const own = options[`quota_${name}`]
  return typeof own === 'number' ? own : QUOTAS.default_quota
}
