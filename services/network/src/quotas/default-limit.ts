import type { Kind } from '@nimbo/resource/describe/kind'
import type { NeutronConfig } from '../config.ts'

/** The default limit of a kind: its own option, or `default_quota`. */
export const defaultLimit = ({ QUOTAS }: NeutronConfig, { name }: Kind): number => {
  const { quota_driver: _, ...numbers } = QUOTAS
  const options: Readonly<Record<string, number>> = numbers
  return options[`quota_${name}`] ?? QUOTAS.default_quota
}
