import { importsOf } from './imports.ts'
import { type Packages, placeOf, resolveImport } from './places.ts'
import { rules } from './rules.ts'

export interface Violation {
  readonly path: string
  readonly line: number
  /** What was found, such as the specifier imported. */
  readonly what: string
  readonly reason: string
}

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string
  readonly text: string
}

/** A longer file has more than one job; generated ones may be any length. */
const maxLines = 500

/** Everything in one file that breaks a wall. */
export const violationsOf = (file: SourceFile, packages: Packages): readonly Violation[] => [
  ...lengthViolations(file),
  ...importViolations(file, packages),
]

const lengthViolations = ({ path, text }: SourceFile): readonly Violation[] => {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (lines <= maxLines || /\.generated\.tsx?$/.test(path)) return []
  const reason = `a file has one job and at most ${maxLines} lines: split it by what it does`
  return [{ path, line: maxLines + 1, what: `${lines} lines`, reason }]
}

const importViolations = ({ path, text }: SourceFile, packages: Packages): readonly Violation[] => {
  const from = placeOf(path)
  if (!from || from.isTest) return []
  const guarding = rules.filter((rule) => rule.guards(from))
  return importsOf(text).flatMap((taken) => {
    const what = `imports ${taken.specifier}`
    const target = resolveImport(taken.specifier, from, packages)
    if (target.kind === 'unknown')
      return [
        { path, line: taken.line, what, reason: 'no package of this repository has that name or place' },
      ]
    const use =
      target.kind === 'ours'
        ? ({ kind: 'ours', to: target.place, taken } as const)
        : ({ kind: 'outside', module: target.module, taken } as const)
    return guarding
      .filter((rule) => rule.forbids(use, from))
      .map(({ reason }) => ({ path, line: taken.line, what, reason }))
  })
}
