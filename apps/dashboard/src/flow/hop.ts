import type { Item } from '../panel/item.ts'

/** A recorded hop of a flow, for example an RPC or a REST request. */
export interface Hop {
  readonly line: number
  /** Translation key of its text, `flow.what.<step>`, if that is not the line number. */
  readonly step?: string
  readonly name: string
  readonly from: string
  readonly to: string
  readonly how: string
  readonly what: string
  readonly service: string
  readonly started_at: string
  readonly duration_ms: number
  readonly status: string
  readonly attributes: Item
}

/** Number of the last hop: the server is ACTIVE. */
export const lastLine = 30

/** A key that also distinguishes hops with the same line number, as of a second host or a second attempt. */
export const hopKey = ({ line, started_at, name }: Hop): string => `${line} ${name} ${started_at}`

/** Translation key of the text about a hop. */
export const wordOf = ({ line, step }: Hop): string => step ?? String(line)
