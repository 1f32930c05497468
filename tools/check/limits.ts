import { castsIn } from './casts.ts'
import type { ParsedFile } from './parsed-file.ts'
import { placeOf } from './places.ts'
import type { Violation } from './violation.ts'

/** The limits in `limits.json` for figures that should be low. They are reviewed when they change, and must only go down. */
export interface Limits {
  readonly castsPerThousandLines: number
  /** Path prefixes of files whose exports may be unused, since they are for users elsewhere or yet to come. */
  readonly exportsForOthers: readonly string[]
}

/** The measured figures. */
export interface Figures {
  readonly castsPerThousandLines: number
  readonly medianLines: number
}

/** A longer file has more than one job; tests may have 500 lines, generated files any number. */
const maxLines = 300
const maxLinesOfTests = 500

const isGenerated = (path: string): boolean => /\.generated\.tsx?$/.test(path)

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Shared test code counts as test, too. */
const isTest = (path: string): boolean => {
  const place = placeOf(path)
  return place === undefined || place.isTest
}

/** Reports a file that is too long. */
export const lengthViolations = ({ path, text }: ParsedFile): readonly Violation[] => {
  const most = isTest(path) ? maxLinesOfTests : maxLines
  const lines = linesOf(text)
  if (lines <= most || isGenerated(path)) return []
  const reason = `a file has one job and at most ${most} lines: split it by what it does`
  return [{ path, line: most + 1, what: `${lines} lines`, reason }]
}

/** The figures of handwritten product code. */
export const figuresOf = (files: readonly ParsedFile[]): Figures => {
  const written = files.filter(({ path }) => !isTest(path) && !isGenerated(path))
  const lines = written.map(({ text }) => linesOf(text))
  const casts = written.map(castsIn)
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
  return {
    castsPerThousandLines: (1000 * sum(casts)) / Math.max(sum(lines), 1),
    medianLines: median(lines),
  }
}

/** The figures that exceed the limits. */
export const limitViolations = (
  { castsPerThousandLines: casts }: Figures,
  { castsPerThousandLines: most }: Pick<Limits, 'castsPerThousandLines'>,
): readonly Violation[] =>
  casts <= most
    ? []
    : [
        {
          path: 'tools/check/limits.json',
          line: 1,
          what: `${casts.toFixed(2)} casts per thousand lines, at most ${most} are allowed`,
          reason:
            'a cast keeps the compiler from checking a type: parse or narrow the value, or let the type be inferred',
        },
      ]
