import { missingFor } from './needs.ts'
import type { RunChildOptions } from './run-child.ts'
import { passOver } from './passes.ts'
import { runWithSecondTry } from './run-again.ts'
import { runFiles } from './run-files.ts'
import { type PartResult, runSuite } from './run-suite.ts'
import { filesOfWhole } from './suite-files.ts'
import { suites } from './suites.ts'

/** The files of all suites, or their samples, in one go, since two cores are then busy to its end; then what is told again, and samples of programs. */
export const runWhole = async (child: RunChildOptions): Promise<PartResult> => {
  process.stdout.write('\nTests: everything\n')
  const parts = [await runFiles(passOver(filesOfWhole(child.cwd)), child, runWithSecondTry)]
  for (const suite of suites) {
    if (suite.kind === 'files' || child.stopped.aborted) continue
    const missing = await missingFor(suite.needs)
    if (missing.length === 0)
      parts.push(await runSuite(suite, suite.kind === 'program' ? suite.sample : [], child, runWithSecondTry))
    else process.stdout.write(`\n${suite.name} is left out; not installed: ${missing.join(' ')}\n`)
  }
  return {
    code: parts.find(({ code }) => code !== 0)?.code ?? 0,
    spent: parts.flatMap(({ spent }) => spent),
  }
}
