import type { Fault } from '@nimbo/kernel/errors'

/** What can be asked of an object that lives in a thread; arguments and results are copied (structured clone). */
export type Methods<Served> = {
  [Name in keyof Served]: (...args: never[]) => Promise<unknown>
}

/** A call on its way into the thread. */
export interface Call {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

/** How it ended there. */
export type Answer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly fault: ReturnType<Fault['toJSON']> }
  | { readonly error: unknown }
)
