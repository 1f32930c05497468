import type { Kind } from '@nimbo/resource/describe/kind'
import type { NeutronConfig } from '../config.ts'

/** How many of a kind a project may have of which nothing was said: by the option of the kind, or by the one for all others. */
export const defaultLimit = ({ QUOTAS }: NeutronConfig, { name }: Kind): number => {
  const { quota_driver: _, ...numbers } = QUOTAS
  const options: Readonly<Record<string, number>> = numbers
  return options[`quota_${name}`] ?? QUOTAS.default_quota
}
