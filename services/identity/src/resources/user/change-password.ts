import type { Context } from '@nimbo/kernel/context'
import { errors } from '../../errors.ts'
import type { Deps } from '../../app/deps.ts'
import type { LoginWatch } from './login-watch.ts'
import type { PasswordRules } from './password-rules.ts'
import type { SaveUser } from './save-user.ts'

interface Parts {
  readonly passwords: PasswordRules
  readonly logins: LoginWatch
  readonly save: SaveUser
}

/**
 * Changes a user's password after checking the old one, which may have expired, and revokes all tokens of the user. Wrong
 * passwords count towards lockout as in logins.
 */
export const createChangePassword =
  ({ stores }: Pick<Deps, 'stores'>, { passwords, logins, save }: Parts) =>
  async (ctx: Context, id: string, original: string, password: string): Promise<void> => {
    const user = await stores.users.find(id)
    const right = await passwords.verify(original, user?.password_hash)
    if (!user || !(await logins.admits(user, right))) throw errors.Unauthorized()
    const [counted] = await logins.asTheyCount([user])
    if (!counted?.enabled) throw errors.Unauthorized()
    await passwords.checkOwnChange(user, password)
    await save(ctx, user, { ...user, ...(await passwords.make(password, user, 'user')) })
  }
