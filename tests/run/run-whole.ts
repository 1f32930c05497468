import { missingFor } from './needs.ts'
import type { RunChildOptions } from './run-child.ts'
import { passOver } from './passes.ts'
import { runWithSecondTry } from './run-again.ts'
import { runFiles } from './run-files.ts'
import { type PartResult, runSample } from './run-suite.ts'
import { filesOfWhole } from './suite-files.ts'
import { type AgainSuite, type ProgramSuite, suites } from './suites.ts'

/** Runs the samples of these suites one after the other; says which cannot be run here. */
const runEach = async (
  some: readonly (AgainSuite | ProgramSuite)[],
  child: RunChildOptions,
): Promise<readonly PartResult[]> => {
  const parts: PartResult[] = []
  for (const suite of some) {
    if (child.stopped.aborted) break
    const missing = await missingFor(suite.needs)
    if (missing.length === 0) parts.push(await runSample(suite, child, runWithSecondTry))
    else process.stdout.write(`\n${suite.name} is left out; not installed: ${missing.join(' ')}\n`)
  }
  return parts
}

/** Programs wait for most of their time, for processes to come back: so they run beside something else, and are shown afterwards. */
const runProgramsBeside = async (
  other: () => Promise<readonly PartResult[]>,
  child: RunChildOptions,
): Promise<readonly PartResult[]> => {
  let said = ''
  const heard = (text: string): void => {
    said += text
  }
  const programs = suites.filter((suite) => suite.kind === 'program')
  const [parts, ofPrograms] = await Promise.all([other(), runEach(programs, { ...child, heard })])
  process.stdout.write(said)
  return [...parts, ...ofPrograms]
}

/** The files of all suites, or their samples, in one go, since two cores are then busy to its end; then samples of what is told again and of programs. */
export const runWhole = async (child: RunChildOptions): Promise<PartResult> => {
  process.stdout.write('\nTests: everything\n')
  const first = await runFiles(passOver(filesOfWhole(child.cwd)), child, runWithSecondTry)
  const again = suites.filter((suite) => suite.kind === 'again')
  const parts = [first, ...(await runProgramsBeside(() => runEach(again, child), child))]
  return {
    code: parts.find(({ code }) => code !== 0)?.code ?? 0,
    spent: parts.flatMap(({ spent }) => spent),
  }
}
