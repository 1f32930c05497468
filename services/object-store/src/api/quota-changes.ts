import type { Metadata } from '../domain/metadata.ts'
import { errors } from '../errors.ts'

const names = ['quota-bytes', 'quota-count', 'meta-quota-bytes', 'meta-quota-count']

/** The quotas that a request sets or removes, with names below `x-account-` or `x-container-`. */
export const quotaChanges = (headers: Metadata, prefix: string): Metadata => {
  const changes: Record<string, string> = {}
  for (const name of names) {
    const value = headers[prefix + name]
    if (value === undefined) continue
    if (value !== '' && !/^\d+$/.test(value))
      throw errors.Invalid({ reason: `Invalid ${name.replace('meta-', '')}.` })
    changes[prefix + name] = value
  }
  return changes
}
