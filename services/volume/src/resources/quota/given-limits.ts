import type { Limits } from '../../domain/quota.ts'
import { errors } from '../../errors.ts'

const most = 2_147_483_647

/** Keys of the body that are not limits. */
const notLimits = new Set(['tenant_id', 'project_id', 'force', 'skip_validation', 'id'])

/** The limits in a body. Throws for resources without a quota. */
export const givenLimits = (
  given: Readonly<Record<string, number | string | null>>,
  known: Limits,
  where: 'quota set' | 'quota class set',
): Limits => {
  const named = Object.entries(given).filter(([name]) => !notLimits.has(name))
  const strange = named.filter(([name]) => !Object.hasOwn(known, name)).map(([name]) => name)
  if (strange.length > 0)
    throw errors.InvalidInput({ reason: `Bad key(s) in ${where}: ${strange.join(',')}` })
  return Object.fromEntries(
    named.map(([name, value]) => {
      if (!/^-?\d+$/.test(String(value))) throw errors.BadRequest({ reason: `${name} must be an integer` })
      if (Number(value) < -1) throw errors.BadRequest({ reason: `${name} must be >= -1` })
      if (Number(value) > most) throw errors.BadRequest({ reason: `${name} must be <= ${most}` })
      return [name, Number(value)]
    }),
  )
}
