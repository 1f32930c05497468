import type { Stores } from '../../db/stores.ts'
import { replaceHash } from '../../db/replace-hash.ts'
import {
  daysUntilChange,
  expiryOf,
  isExpired,
  type SetBy,
} from '../../domain/authentication/password-policy.ts'
import type { User } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import type { Deps } from '../../app/deps.ts'
import { recipeOf } from '../../domain/authentication/hash-recipe.ts'
import { hashPassword, isDated, verifyPassword } from './passwords.ts'

/** The fields of a user that change with the password. */
export type PasswordFields = Pick<
  User,
  'password_hash' | 'password_created_at' | 'password_expires_at' | 'password_self_service'
>

export const noPassword: PasswordFields = {
  password_hash: null,
  password_created_at: null,
  password_expires_at: null,
  password_self_service: false,
}

/** Enforces the password rules of `[security_compliance]`; throws Keystone's errors. */
export const createPasswordRules = ({ stores, clock, config }: Pick<Deps, 'stores' | 'clock' | 'config'>) => {
  const recipe = recipeOf(config.identity)
  const rules = config.security_compliance

  const checkForm = (password: string): void => {
    const { password_regex, password_regex_description = 'it does not have the form that is asked for' } =
      rules
    if (password_regex !== undefined && !password_regex.test(password))
      throw errors.PasswordRequirements({ detail: password_regex_description })
  }

  /** The number of former passwords to keep; the current one counts towards `unique_last_password_count` as well. */
  const formerKept = Math.max(0, rules.unique_last_password_count - 1)

  return {
    /** Whether a password matches a hash; takes the same time if there is no hash. */
    verify: (password: string, hash: string | null | undefined): Promise<boolean> =>
      verifyPassword(password, hash, recipe),

    /**
     * Hashes a correct password again if its hash does not match the configured algorithm and rounds. Tokens stay valid, since
     * the password is the same.
     */
    renewHash: async ({ id, password_hash: before }: User, password: string): Promise<void> => {
      if (before === null || !isDated(before, recipe)) return
      await replaceHash(stores.over, id, { before, after: await hashPassword(password, recipe) })
    },

    isExpired: (user: User): boolean => isExpired(user, clock.now()),

    /** Hashes a new password, after checking its form. */
    make: async (password: string, user: Pick<User, 'options'>, by: SetBy): Promise<PasswordFields> => {
      checkForm(password)
      const now = clock.now()
      return {
        password_hash: await hashPassword(password, recipe),
        password_created_at: new Date(now).toISOString(),
        password_expires_at: expiryOf(rules, user, by, now),
        password_self_service: by === 'user',
      }
    },

    /** Throws unless the user may change to this password now. */
    checkOwnChange: async (user: User, password: string): Promise<void> => {
      if (user.options.lock_password === true) throw errors.PasswordLocked()
      checkForm(password)
      const daysLeft = daysUntilChange(rules, user, clock.now())
      if (daysLeft > 0) throw errors.PasswordTooYoung({ minimumDays: rules.minimum_password_age, daysLeft })
      const count = rules.unique_last_password_count
      if (count === 0) return
      const former = await stores.formerPasswords.latest(user.id, formerKept)
      for (const hash of [user.password_hash, ...former])
        if (await verifyPassword(password, hash, recipe)) throw errors.PasswordUsedBefore({ count })
    },

    /** Stores the replaced password's hash, as far as it may not be reused; part of the transaction of the change. */
    remember: async ({ id, password_hash }: User, inside: Stores): Promise<void> => {
      const { formerPasswords } = inside
      if (password_hash !== null && formerKept > 0)
        await formerPasswords.add(id, password_hash, new Date(clock.now()).toISOString())
      await formerPasswords.keepOnly(id, formerKept)
    },
  }
}

export type PasswordRules = ReturnType<typeof createPasswordRules>
