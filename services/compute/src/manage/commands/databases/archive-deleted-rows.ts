import { UserError } from '@nimbo/kernel/user-error'
import type { Given } from '@nimbo/service/manage/command'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { tableOf } from '@nimbo/service/manage/table'
import { archiveDeletedRows } from '../../archive-deleted-rows.ts'

const defaultRows = 1_000

/** nova-manage's exit codes. */
const exitCodes = { badMaxRows: 2, badDate: 4, unexpected: 255 }

/** Parses `--before`; an invalid date ends the command with this exit code. */
export const beforeOf = (given: Given, badDate: number): string | undefined => {
  const text = given.text('before')
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new UserError(`--before takes a date, as 2026-01-31, not ${text}`, badDate)
  return new Date(at).toISOString()
}

/** A table of row counts; nothing when there are none. */
export const countsOf = (title: string, counts: Readonly<Record<string, number>>): string => {
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  if (rows.length === 0) return ''
  return tableOf(
    ['Table', title],
    rows.map(([table, count]) => [table, String(count)]),
  )
}

export const archiveCommand: ServiceCommand = {
  name: 'db archive_deleted_rows',
  alias: 'archive_deleted_rows',
  summary: 'Moves the rows of deleted servers to shadow tables.',
  exitCodes: {
    0: 'there was nothing to archive; with --until-complete: everything was archived',
    1: 'rows were archived, and there may be more',
    2: '--max_rows is not a positive integer',
    4: '--before is not a date',
  },
  options: {
    max_rows: {
      type: 'string',
      value: 'N',
      help: `maximum number of rows to archive (${defaultRows}); ignored with --until-complete`,
    },
    before: {
      type: 'string',
      value: 'DATE',
      help: 'archive only rows of servers that were deleted before this date',
    },
    'until-complete': { type: 'boolean', help: 'repeat until no rows are left' },
    purge: { type: 'boolean', help: 'then delete archived rows; with --before only those of these servers' },
    'all-cells': { type: 'boolean', help: 'without effect: rows of all cells are archived in any case' },
    verbose: { type: 'boolean', help: 'print the number of rows per table' },
  },
  errorCode: exitCodes.unexpected,
  run: async (given, managed, say) => {
    const most = given.text('max_rows') ?? String(defaultRows)
    if (!/^[1-9]\d*$/.test(most))
      throw new UserError(`--max_rows takes a whole number from 1, not ${most}`, exitCodes.badMaxRows)
    const untilComplete = given.flag('until-complete')
    const before = beforeOf(given, exitCodes.badDate)
    const { rows, purged } = await archiveDeletedRows(managed.databases(), {
      maxRows: untilComplete ? Number.MAX_SAFE_INTEGER : Number(most),
      ...(before === undefined ? {} : { before }),
      purge: given.flag('purge'),
    })
    if (given.flag('verbose')) {
      say(countsOf('Number of Rows Archived', rows))
      say(countsOf('Number of Rows Purged', purged))
    }
    const any = Object.values(rows).some((count) => count > 0)
    return any && !untilComplete ? 1 : 0
  },
}
