import { randomBytes } from 'node:crypto'

/** Generates a long password with characters of each class, to satisfy password rules. */
export const newPassword = (): string => `${randomBytes(24).toString('base64url')}aZ7_`
