import { isPasscode } from '../domain/authentication/totp.ts'
import { credentials } from '../resources/credential/records.ts'
import type { Deps } from './deps.ts'

/** Checks a TOTP passcode against all secrets of a user, which are stored as credentials of the type `totp`. */
export const createIsPasscodeOf =
  ({ db, vault, clock, config }: Pick<Deps, 'db' | 'vault' | 'clock' | 'config'>) =>
  async (userId: string, passcode: string): Promise<boolean> => {
    const kept = await credentials.list(db, 'all', { user_id: [userId], type: ['totp'] })
    const previousWindows = config.totp.included_previous_windows
    const secrets = await Promise.all(kept.map(vault.open))
    return secrets.some((secret) => isPasscode(passcode, secret, { now: clock.now(), previousWindows }))
  }

export type IsPasscodeOf = ReturnType<typeof createIsPasscodeOf>
