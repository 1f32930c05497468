import type { Limits } from '../../domain/quota.ts'
import { errors } from '../../errors.ts'

/** Keys of the body that are not limits. */
const notLimits = new Set(['tenant_id', 'project_id', 'force', 'skip_validation', 'id'])

/** The limits in a body. Throws for resources without a quota. */
export const givenLimits = (
  given: Readonly<Record<string, number | string | null>>,
  known: Limits,
): Limits => {
  const named = Object.entries(given).filter(([name]) => !notLimits.has(name))
  const strange = named.filter(([name]) => !Object.hasOwn(known, name)).map(([name]) => name)
  if (strange.length > 0) throw errors.BadRequest({ reason: `Bad key(s) in quota set: ${strange.join(',')}` })
  return Object.fromEntries(
    named.map(([name, value]) => {
      if (!/^(-1|\d{1,9})$/.test(String(value)))
        throw errors.InvalidInput({ reason: `Quota limit for '${name}' must be -1 or a whole number.` })
      return [name, Number(value)]
    }),
  )
}
