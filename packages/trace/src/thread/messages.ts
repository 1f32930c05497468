import type { Fault } from '@nimbo/kernel/errors'

/** Methods that can be called in another thread; arguments and results are copied (structured clone). */
export type Methods<Served> = {
  [Name in keyof Served]: (...args: never[]) => Promise<unknown>
}

/** A call to the thread. */
export interface Call {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

/** The result of a call. */
export type Answer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly fault: ReturnType<Fault['toJSON']> }
  | { readonly error: unknown }
)
