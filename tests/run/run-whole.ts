import { missingFor } from './needs.ts'
import type { RunChildOptions } from './run-child.ts'
import { passOfWhole } from './passes.ts'
import { runWithSecondTry } from './run-again.ts'
import { runFiles } from './run-files.ts'
import { type PartResult, runSample } from './run-suite.ts'
import { filesOfWhole } from './suite-files.ts'
import { type AgainSuite, type ProgramSuite, suites } from './suites.ts'

/** Runs the samples of these suites one after another; reports those that this machine cannot run. */
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

/** Runs programs in parallel to `other`, since they mostly wait for processes to restart; their output is shown afterwards. */
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

/** Runs the files of all suites, or their samples, in one pass, which keeps both cores busy to its end; then the other samples. */
export const runWhole = async (child: RunChildOptions): Promise<PartResult> => {
  process.stdout.write('\nTests: everything\n')
  const first = await runFiles(passOfWhole(filesOfWhole(child.cwd)), child, runWithSecondTry)
  const again = suites.filter((suite) => suite.kind === 'again')
  const parts = [first, ...(await runProgramsBeside(() => runEach(again, child), child))]
  return {
    code: parts.find(({ code }) => code !== 0)?.code ?? 0,
    spent: parts.flatMap(({ spent }) => spent),
  }
}
