import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Failures of sending, named as in oslo.messaging where possible. */
export const errors = defineErrors({
  MessagingTimeout: fault<{ target: string; timeoutMs: number }>(
    'unavailable',
    ({ target, timeoutMs }) => `Timed out after ${timeoutMs} ms waiting for a reply from ${target}.`,
  ),
  QueueFull: fault<{ target: string; limit: number }>(
    'unavailable',
    ({ target, limit }) => `${limit} messages are already waiting for ${target}.`,
  ),
  HandlerFailed: fault<{ target: string }>(
    'internal',
    ({ target }) => `The handler of ${target} failed without an answer.`,
  ),
  BrokerUnavailable: fault<{ reason: string }>(
    'unavailable',
    ({ reason }) => `The message broker is not available: ${reason}.`,
  ),
  InvalidTransportUrl: fault<{ problem: string }>(
    'badRequest',
    ({ problem }) => `transport_url is wrong: ${problem}.`,
  ),
  BusClosed: fault<Record<never, never>>('unavailable', 'The bus is closed.'),
})
