import type { Clock } from '@nimbo/kernel/clock'
import { DeadlineExceeded, withDeadline } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import { errors } from '../../errors.ts'
import type { CellTables } from '../schema/cell-tables.ts'

export interface AskedCells {
  readonly cell: (cellId: string) => Promise<Kysely<CellTables>>
  readonly clock: Clock
  /** How long to wait for a cell's answer, in milliseconds. */
  readonly timeoutMs: number
}

export type AskCell = <Answer>(
  cellId: string,
  question: (cell: Kysely<CellTables>) => Promise<Answer>,
) => Promise<Answer>

/** For this many milliseconds after a timeout, further queries to the cell fail at once. */
const silentForMs = 5_000

/** Queries a cell's database. Rejects with `CellDown` when it refuses or does not answer in time. */
export const askingCells = ({ cell, clock, timeoutMs }: AskedCells): AskCell => {
  const silentUntil = new Map<string, number>()
  return async (cellId, question) => {
    if ((silentUntil.get(cellId) ?? 0) > clock.now()) throw errors.CellDown({ cellId })
    try {
      return await withDeadline(`cell ${cellId}`, timeoutMs, cell(cellId).then(question), clock)
    } catch (cause) {
      const tooLate = cause instanceof DeadlineExceeded
      if (tooLate) silentUntil.set(cellId, clock.now() + silentForMs)
      if (tooLate || (isFault(cause) && cause.kind === 'unavailable'))
        throw errors.CellDown({ cellId }, { cause })
      throw cause
    }
  }
}

/** The cell's answer; undefined when it is down. */
export const unlessDown = async <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isFault(error, 'CellDown')) return undefined
    throw error
  }
}
