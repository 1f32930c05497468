import { randomBytes } from 'node:crypto'

/** A password that nobody types: long, and with a sign of each class, as rules for passwords may want. */
export const newPassword = (): string => `${randomBytes(24).toString('base64url')}aZ7_`
