import { lengthViolations } from './limits.ts'
import type { ParsedFile } from './parsed-file.ts'
import { type Packages, placeOf, resolveImport } from './places.ts'
import { roomViolations } from './rooms.ts'
import { rules } from './rules.ts'
import type { Violation } from './violation.ts'

/** All violations of the import rules in a file. */
export const violationsOf = (file: ParsedFile, packages: Packages): readonly Violation[] => [
  ...faultViolations(file),
  ...lengthViolations(file),
  ...roomViolations(file.path),
  ...importViolations(file, packages),
]

const faultViolations = ({ path, fault }: ParsedFile): readonly Violation[] =>
  fault === undefined
    ? []
    : [{ path, line: 1, what: fault, reason: 'a file that cannot be parsed cannot be checked' }]

const importViolations = ({ path, imports }: ParsedFile, packages: Packages): readonly Violation[] => {
  const from = placeOf(path)
  if (!from || from.isTest) return []
  const guarding = rules.filter((rule) => rule.guards(from))
  return imports.flatMap((taken) => {
    const what = `imports ${taken.specifier}`
    const target = resolveImport(taken.specifier, from, packages)
    if (target.kind === 'unknown')
      return [{ path, line: taken.line, what, reason: 'no package of this repository has that name or path' }]
    const use =
      target.kind === 'ours'
        ? ({ kind: 'ours', to: target.place, taken } as const)
        : ({ kind: 'outside', module: target.module, taken } as const)
    return guarding
      .filter((rule) => rule.forbids(use, from))
      .map(({ reason }) => ({ path, line: taken.line, what, reason }))
  })
}
