import type { FileTime } from './file-times.ts'

/** The time that one suite took in a run. */
export interface Spent {
  readonly suite: string
  readonly files: readonly FileTime[]
  /** For a program: the time from its start to its end. */
  readonly programMs?: number
}

const slowest = 10

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const suiteLine = ({ suite, files, programMs }: Spent): string => {
  if (programMs !== undefined) return `  ${suite.padEnd(12)} ${seconds(programMs).padStart(9)}`
  const time = seconds(sum(files.map(({ ms }) => ms)))
  const tests = sum(files.map((file) => file.tests))
  return `  ${suite.padEnd(12)} ${time.padStart(9)}  ${files.length} files, ${tests} tests`
}

/** The last lines of a run: the time of each suite, and the slowest files. */
export const timesTable = (spent: readonly Spent[]): string => {
  if (spent.length === 0) return ''
  const files = spent.flatMap(({ suite, files }) => files.map((file) => ({ ...file, suite })))
  const slow = files.sort((one, other) => other.ms - one.ms).slice(0, slowest)
  return [
    'Time by suite (sum over its files, two of which run at once):',
    ...spent.map(suiteLine),
    ...(slow.length < 2 ? [] : ['Slowest files:']),
    ...(slow.length < 2
      ? []
      : slow.map(({ file, ms, suite }) => `  ${seconds(ms).padStart(9)}  ${file} (${suite})`)),
    '',
  ].join('\n')
}
