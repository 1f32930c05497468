import { rowsAt } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { integer } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

/** The positional argument for a secret, container or order: its reference (URL), or its id. */
export const uri = (what: string) => one('URI', `Reference (URI) or ID of the ${what}`)

/** The id at the end of a reference. */
export const idOf = (reference: string): string => reference.replace(/\/$/, '').split('/').at(-1) ?? ''

export const paging = {
  limit: integer('<limit>', 'Number of items to list per page (default: 10; maximum: 100)'),
  offset: integer('<offset>', 'Number of items to skip (default: 0)'),
}

interface Page {
  readonly limit: number | undefined
  readonly offset: number | undefined
}

/** The query parameters of a page. */
export const pageQuery = ({ limit = 10, offset = 0 }: Page): Row => ({
  ...{ limit: String(limit), offset: String(offset) },
})

/** Formats a list, one line per item. */
export const lines = (row: Row, key: string, line: (item: Row) => string): string | null =>
  rowsAt(row, key).map(line).join('\n') || null
