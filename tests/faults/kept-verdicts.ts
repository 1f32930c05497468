import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { caseName, type FaultCase } from './fault-case.ts'
import type { Verdict } from './run-matrix.ts'

const Kept = Type.Object({ shape: Type.String(), name: Type.String(), outcome: Type.Optional(Type.String()) })
type Kept = Static<typeof Kept>

/** The verdicts of a run that can be interrupted and resumed, one line of JSON each. */
export interface KeptVerdicts {
  keep(verdict: Verdict): void
  /** The cases that have not passed yet; of several identical ones, as many are left out as have passed. */
  remaining(shape: string, cases: readonly FaultCase[]): readonly FaultCase[]
}

const nameOf = (fault: FaultCase): string => `${caseName(fault)}${fault.volume ? ' volume' : ''}`

/** The verdict in a line; none when the process was killed while it wrote the line. */
const readLine = (line: string): readonly Kept[] => {
  try {
    const read: unknown = JSON.parse(line)
    return Value.Check(Kept, read) ? [read] : []
  } catch {
    return []
  }
}

/** Verdicts in a file, which is created with the first of them. */
export const keptVerdicts = (file: string): KeptVerdicts => {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(readLine) : []
  return {
    keep: ({ shape, fault, outcome, broken, ms }) =>
      appendFileSync(file, `${JSON.stringify({ shape, name: nameOf(fault), outcome, broken, ms })}\n`),
    remaining: (shape, cases) => {
      const passed = Map.groupBy(
        kept.filter((one) => one.shape === shape && one.outcome !== undefined),
        ({ name }) => name,
      )
      return cases.filter((fault) => passed.get(nameOf(fault))?.pop() === undefined)
    },
  }
}
