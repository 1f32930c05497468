import type { Verdict } from './run-matrix.ts'

/** The line printed when a case ends. */
export const verdictLine = ({ shape, fault, outcome, broken, ms }: Verdict): string => {
  const where = `line ${String(fault.line).padStart(2)} ${fault.moment.padEnd(6)} ${fault.fault.padEnd(12)}`
  const with_ = fault.volume ? 'volume' : 'plain '
  return `${shape.padEnd(11)} ${where} ${with_} ${String(ms).padStart(6)} ms  ${outcome ?? `BROKEN: ${broken}`}`
}

const columnOf = ({ fault: { fault, moment } }: Verdict): string => `${fault} ${moment}`

const tableOf = (verdicts: readonly Verdict[]): string => {
  const columns = [...new Set(verdicts.map(columnOf))]
  const lines = [...new Set(verdicts.map(({ fault }) => fault.line))].sort((one, other) => one - other)
  const cell = (line: number, column: string): string => {
    const all = verdicts.filter((verdict) => verdict.fault.line === line && columnOf(verdict) === column)
    if (all.some(({ broken }) => broken !== undefined)) return 'BROKEN'
    return all[0]?.outcome ?? ''
  }
  const rows = [
    ['line', ...columns],
    ...lines.map((line) => [String(line), ...columns.map((column) => cell(line, column))]),
  ]
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) => row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')).join('\n')
}

/** One table for each shape, with a row for each line and a column for each fault. */
export const verdictTables = (verdicts: readonly Verdict[]): string => {
  const shapes = [...new Set(verdicts.map(({ shape }) => shape))]
  return shapes
    .map((shape) => `${shape}\n${tableOf(verdicts.filter((verdict) => verdict.shape === shape))}`)
    .join('\n\n')
}

const minuteMs = 60_000

/** The number of cases by outcome, and of those that ended neither whole nor clean. */
export const verdictSummary = (verdicts: readonly Verdict[], ms: number): string => {
  const broken = verdicts.filter((verdict) => verdict.broken !== undefined).length
  const outcomes = Map.groupBy(verdicts, ({ outcome }) => outcome ?? 'BROKEN')
  const counts = [...outcomes].map(([outcome, all]) => `${all.length} ${outcome}`).join(', ')
  const minutes = (ms / minuteMs).toFixed(1)
  return `${verdicts.length} cases in ${minutes} min: ${counts}\n${broken} broken`
}
