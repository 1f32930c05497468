import type { Verdict } from './run-matrix.ts'

/** A line about one case as it ends. */
export const verdictLine = ({ shape, fault, outcome, broken, ms }: Verdict): string => {
  const where = `line ${String(fault.line).padStart(2)} ${fault.moment.padEnd(6)} ${fault.fault.padEnd(12)}`
  const with_ = fault.volume ? 'volume' : 'plain '
  return `${shape.padEnd(11)} ${where} ${with_} ${String(ms).padStart(6)} ms  ${outcome ?? `BROKEN: ${broken}`}`
}

const columnsOf = (verdicts: readonly Verdict[]): readonly string[] => [...new Set(verdicts.map(columnOf))]

const columnOf = ({ shape, fault }: Verdict): string => `${shape}: ${fault.fault} ${fault.moment}`

/** The matrix: a row a line, a column a fault. */
export const verdictTable = (verdicts: readonly Verdict[]): string => {
  const columns = columnsOf(verdicts)
  const lines = [...new Set(verdicts.map(({ fault }) => fault.line))].sort((one, other) => one - other)
  const cell = (line: number, column: string): string => {
    const found = verdicts.find((verdict) => verdict.fault.line === line && columnOf(verdict) === column)
    if (found === undefined) return ''
    return found.broken === undefined ? (found.outcome ?? '') : 'BROKEN'
  }
  const rows = [
    ['line', ...columns],
    ...lines.map((line) => [String(line), ...columns.map((column) => cell(line, column))]),
  ]
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) => row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')).join('\n')
}
