import type { Consequences } from './consequences.ts'
import { withoutSecrets } from './without-secrets.ts'

export const changePassword: Consequences<'change-password'> = withoutSecrets
