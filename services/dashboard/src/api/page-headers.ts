import type { Headers } from '@nimbo/http/message'

/**
 * What browsers may do with the page: run its own scripts alone. PatternFly's components style elements in place, which
 * a policy can't tell from style sheets. Consoles of servers answer on other ports of the same machine.
 */
export const pageHeaders = (origin: string): Headers => {
  const { hostname } = new URL(origin)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ws://${hostname}:* wss://${hostname}:*`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
