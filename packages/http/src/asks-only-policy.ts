import type { HttpRequest } from './message.ts'

/**
 * Whether a request only asks if it would be allowed: with `X-Nimbo-Policy-Check: true` it is judged as any other, and
 * answered 204 instead of being carried out. A page or a program can so leave out what its user may not do.
 */
export const asksOnlyPolicy = ({ headers }: HttpRequest): boolean =>
  headers['x-nimbo-policy-check']?.toLowerCase() === 'true'
