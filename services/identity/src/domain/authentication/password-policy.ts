import type { SecurityCompliance } from '../../config.ts'
import type { User } from '../records.ts'

const dayMs = 86_400_000

type Options = Pick<User, 'options'>

/** Whose will a new password is: one that somebody else chose may have to be changed at once. */
export type SetBy = 'user' | 'admin'

/** Until when a password made now holds; null without end. */
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

/** In how many days users may change a password they have set themselves; 0 for now. */
export const daysUntilChange = (
  { minimum_password_age }: SecurityCompliance,
  { password_created_at, password_self_service }: Pick<User, 'password_created_at' | 'password_self_service'>,
  now: number,
): number => {
  if (password_created_at === null || !password_self_service) return 0
  const left = Date.parse(password_created_at) + minimum_password_age * dayMs - now
  return left <= 0 ? 0 : Math.floor(left / dayMs) + 1
}

/** The day of an instant: `2026-01-31`. */
export const dayOf = (instant: string): string => instant.slice(0, 10)

/** Whole days from one day to another. */
export const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs)
