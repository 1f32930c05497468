import type { Context } from '@nimbo/kernel/context'
import type { Stores } from '../../db/stores.ts'
import type { User } from '../../domain/records.ts'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Notices } from '../../app/notices.ts'
import type { PasswordRules } from './password-rules.ts'
import type { Revoke } from '../token/revoke.ts'

interface Deps {
  readonly affect: AffectTokens
  readonly revoke: Revoke
  readonly passwords: PasswordRules
  readonly notices: Notices
}

/** Writes a changed user. Tokens are revoked when the password changes or the user is disabled. */
export const createSaveUser =
  ({ affect, revoke, passwords, notices }: Deps) =>
  async (ctx: Context, before: User, next: User): Promise<void> => {
    const renewed = before.password_hash !== next.password_hash
    const disabled = before.enabled && !next.enabled
    const write = async (inside: Stores): Promise<void> => {
      await inside.users.update(before, next)
      await notices.told(inside, ctx, 'user', 'updated', next.id)
      if (disabled) await notices.told(inside, ctx, 'user', 'disabled', next.id)
    }
    if (!renewed && !disabled) return notices.unit(write)
    await affect({ userIds: [next.id] }, async (inside) => {
      await write(inside)
      if (renewed) await passwords.remember(before, inside)
      await revoke({ userId: next.id }, inside)
    })
  }

export type SaveUser = ReturnType<typeof createSaveUser>
