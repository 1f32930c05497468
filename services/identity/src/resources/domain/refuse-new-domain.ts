import { errors } from '../../errors.ts'

/** Nothing moves to another domain: throws `Invalid` where a change names one. */
export const refuseNewDomain = (asked: string | null | undefined, has: string | null): void => {
  if (asked != null && asked !== has) throw errors.Invalid({ reason: 'Cannot change Domain ID' })
}
