import type { Item } from '../panel/item.ts'

/** A hop of a flow that was walked. */
export interface Hop {
  readonly line: number
  /** The words about it, `flow.what.<step>`, where they do not stand under its line. */
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

/** The last hop: the server is ACTIVE. */
export const lastLine = 30

/** Tells a hop from another of the same line: a second host, a second try. */
export const hopKey = ({ line, started_at, name }: Hop): string => `${line} ${name} ${started_at}`

/** Under what the words about a hop stand. */
export const wordOf = ({ line, step }: Hop): string => step ?? String(line)
