import type { Context } from '@nimbo/kernel/context'
import type { RequestState } from './message.ts'

const nowhere = { traceId: '0'.repeat(32), spanId: '0'.repeat(16) }

/** The context of a request before authentication. */
export const anonymousContext = ({ requestId, globalRequestId, trace }: RequestState): Context => ({
  requestId,
  ...(globalRequestId ? { globalRequestId } : {}),
  roles: [],
  trace: trace ?? nowhere,
})
