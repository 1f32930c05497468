import type { SecurityCompliance } from '../../config.ts'
import type { User } from '../records.ts'

const dayMs = 86_400_000

type Options = Pick<User, 'options'>

/** Who sets a password. One that an administrator sets may have to be changed at first use. */
export type SetBy = 'user' | 'admin'

/** The expiry of a password that is set now; null if it never expires. */
export const expiryOf = (
  { change_password_upon_first_use, password_expires_days }: SecurityCompliance,
  { options }: Options,
  by: SetBy,
  now: number,
): string | null => {
  const mustChange = change_password_upon_first_use && options.ignore_change_password_upon_first_use !== true
  if (by === 'admin' && mustChange) return new Date(now).toISOString()
  if (password_expires_days === undefined || options.ignore_password_expiry === true) return null
  const end = new Date(now + password_expires_days * dayMs)
  end.setUTCMilliseconds(0)
  return end.toISOString()
}

export const isExpired = (
  { password_expires_at, options }: Pick<User, 'password_expires_at' | 'options'>,
  now: number,
): boolean =>
  password_expires_at !== null &&
  Date.parse(password_expires_at) <= now &&
  options.ignore_password_expiry !== true

/** Days until users may change a password that they set themselves (`minimum_password_age`); 0 if they may already. */
export const daysUntilChange = (
  { minimum_password_age }: SecurityCompliance,
  { password_created_at, password_self_service }: Pick<User, 'password_created_at' | 'password_self_service'>,
  now: number,
): number => {
  if (password_created_at === null || !password_self_service) return 0
  const left = Date.parse(password_created_at) + minimum_password_age * dayMs - now
  return left <= 0 ? 0 : Math.floor(left / dayMs) + 1
}

/** The date of an instant: `2026-01-31`. */
export const dayOf = (instant: string): string => instant.slice(0, 10)

/** The number of days between two dates. */
export const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs)
