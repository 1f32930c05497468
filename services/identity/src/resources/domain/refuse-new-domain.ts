import { errors } from '../../errors.ts'

/** Throws `Invalid` if an update would move a record to another domain. */
export const refuseNewDomain = (asked: string | null | undefined, has: string | null): void => {
  if (asked != null && asked !== has) throw errors.Invalid({ reason: 'Cannot change Domain ID' })
}
