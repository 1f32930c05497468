import type { Stores } from '../db/stores.ts'
import type { User } from '../domain/records.ts'
import type { AffectTokens } from './affect-tokens.ts'
import type { PasswordRules } from './password-rules.ts'
import type { Revoke } from './revoke.ts'

interface Deps {
  readonly stores: Stores
  readonly affect: AffectTokens
  readonly revoke: Revoke
  readonly passwords: PasswordRules
}

/** Writes a user who has changed. Tokens end with the password, and when the user is disabled. */
export const createSaveUser =
  ({ stores, affect, revoke, passwords }: Deps) =>
  async (before: User, next: User): Promise<void> => {
    const renewed = before.password_hash !== next.password_hash
    if (!renewed && (next.enabled || !before.enabled)) return stores.users.replace(next)
    await affect({ userIds: [next.id] }, async (inside) => {
      await inside.users.replace(next)
      if (renewed) await passwords.remember(before, inside)
      await revoke({ userId: next.id }, inside)
    })
  }

export type SaveUser = ReturnType<typeof createSaveUser>
