import { timestamp } from '@nimbo/kernel/clock'
import { dayOf, daysBetween } from '../../domain/authentication/password-policy.ts'
import type { User } from '../../domain/records.ts'
import type { Deps } from '../../app/deps.ts'

/** Enforces lockout after failed logins and disabling of inactive accounts (`[security_compliance]`). */
export const createLoginWatch = ({ stores, clock, config }: Pick<Deps, 'stores' | 'clock' | 'config'>) => {
  const {
    lockout_failure_attempts: mostFailures,
    lockout_duration,
    disable_user_account_days_inactive: mostIdleDays,
  } = config.security_compliance
  const { loginRecords } = stores
  const today = (): string => dayOf(timestamp(clock))

  /** Whether the user is locked out; resets the count when the lockout is over. */
  const isLockedOut = async (userId: string, most: number): Promise<boolean> => {
    const { failed_attempts = 0, last_failed_at = null } = (await loginRecords.find(userId)) ?? {}
    if (failed_attempts < most || last_failed_at === null) return false
    if (Date.parse(last_failed_at) + lockout_duration * 1000 > clock.now()) return true
    await loginRecords.forgetFailures(userId)
    return false
  }

  const isIdle = (user: User, lastActive: string | null | undefined, most: number): boolean => {
    const since = lastActive ?? (user.created_at && dayOf(user.created_at))
    return (
      user.options.ignore_user_inactivity !== true &&
      Boolean(since) &&
      daysBetween(since ?? '', today()) >= most
    )
  }

  return {
    /** Whether a login with a password succeeds; `right` tells whether the password is correct. Counts failures. */
    admits: async (user: User, right: boolean): Promise<boolean> => {
      if (mostFailures === undefined || user.options.ignore_lockout_failure_attempts === true) return right
      if (await isLockedOut(user.id, mostFailures)) return false
      if (right) await loginRecords.forgetFailures(user.id)
      else await loginRecords.countFailure(user.id, timestamp(clock))
      return right
    },

    /** Records a successful login. */
    noteActive: async (userId: string): Promise<void> => {
      if (mostIdleDays === undefined) return
      const known = await loginRecords.find(userId)
      if (known?.last_active_on !== today()) await loginRecords.noteActive(userId, today())
    },

    /** Unlocks a user whom an administrator enables. */
    pardon: async (userId: string): Promise<void> => {
      if (mostFailures !== undefined) await loginRecords.forgetFailures(userId)
      if (mostIdleDays !== undefined) await loginRecords.noteActive(userId, today())
    },

    /** The users, with inactive ones shown as disabled. */
    asTheyCount: async (users: readonly User[]): Promise<User[]> => {
      if (mostIdleDays === undefined) return [...users]
      const records = await loginRecords.findMany(users.map(({ id }) => id))
      const lastActive = new Map(records.map(({ user_id, last_active_on }) => [user_id, last_active_on]))
      return users.map((user) =>
        isIdle(user, lastActive.get(user.id), mostIdleDays) ? { ...user, enabled: false } : user,
      )
    },
  }
}

export type LoginWatch = ReturnType<typeof createLoginWatch>
