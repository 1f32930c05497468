import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from './context.ts'

/** What stands in every line that is logged while a request, message or flow is worked on. */
export interface LogScope {
  /** As oslo.log names it in its JSON lines. */
  readonly request_id: string
  readonly global_request_id?: string
}

/**
 * State of the runtime rather than of a module: each chain of asynchronous work sees its own. Only logging reads it; what
 * decides anything is handed on in a `Context`.
 */
const scopes = new AsyncLocalStorage<LogScope>()

/** Does `work`, and whatever it begins, in a scope. */
export const inLogScope = <Result>(scope: LogScope, work: () => Result): Result => scopes.run(scope, work)

/** Does `work` for nobody in particular: what outlives the request that happened to begin it. */
export const outsideLogScope = <Result>(work: () => Result): Result => scopes.exit(work)

/** The scope of work for a request. */
export const logScopeOf = ({
  requestId,
  globalRequestId,
}: Pick<Context, 'requestId' | 'globalRequestId'>): LogScope => ({
  request_id: requestId,
  ...(globalRequestId === undefined ? {} : { global_request_id: globalRequestId }),
})

/** The scope there is now. */
export const logScope = (): LogScope | undefined => scopes.getStore()
