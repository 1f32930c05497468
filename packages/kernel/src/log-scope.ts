import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from './context.ts'

/** Fields of every log line of a request, message or flow. */
export interface LogScope {
  /** Named as in oslo.log's JSON format. */
  readonly request_id: string
  readonly global_request_id?: string
}

/** Async-local state, used by logging only; anything that affects behaviour is passed in a `Context`. */
const scopes = new AsyncLocalStorage<LogScope>()

/** Runs `work`, and everything it starts, in a scope. */
export const inLogScope = <Result>(scope: LogScope, work: () => Result): Result => scopes.run(scope, work)

/** Runs `work` without a scope, for work that outlives the request that started it. */
export const outsideLogScope = <Result>(work: () => Result): Result => scopes.exit(work)

/** The scope of a request. */
export const logScopeOf = ({
  requestId,
  globalRequestId,
}: Pick<Context, 'requestId' | 'globalRequestId'>): LogScope => ({
  request_id: requestId,
  ...(globalRequestId === undefined ? {} : { global_request_id: globalRequestId }),
})

/** The current scope. */
export const logScope = (): LogScope | undefined => scopes.getStore()
