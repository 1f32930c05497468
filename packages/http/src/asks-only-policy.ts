import type { HttpRequest } from './message.ts'

/**
 * Whether the request is a dry run: with `X-Nimbo-Policy-Check: true` it is authorised as usual, and then answered with 204
 * instead of being executed. Clients use it to hide what their user may not do.
 */
export const asksOnlyPolicy = ({ headers }: HttpRequest): boolean =>
  headers['x-nimbo-policy-check']?.toLowerCase() === 'true'
