import type { Headers } from '@nimbo/http/message'

/**
 * Security headers of the page: only its own scripts run. Inline styles are allowed, because PatternFly components set `style`
 * attributes. WebSockets may connect to other ports of the same host, where the console proxies listen.
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
