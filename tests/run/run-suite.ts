import { passOfSuite } from './passes.ts'
import { type RunChildOptions, runChild } from './run-child.ts'
import { type RunPass, runPass } from './run-pass.ts'
import type { Spent } from './spent.ts'
import { filesOf, sampleOf } from './suite-files.ts'
import type { AgainSuite, FileSuite, ProgramSuite, Suite } from './suites.ts'

/** The exit code of a part of a run, and the time it took. */
export interface PartResult {
  readonly code: number
  readonly spent: readonly Spent[]
}

const say = (heading: Suite, { heard }: RunChildOptions): void => {
  const text = `\nTests: ${heading.name}, ${heading.about}\n`
  if (heard === undefined) process.stdout.write(text)
  else heard(text)
}

const runProgram = async (
  suite: ProgramSuite,
  words: readonly string[],
  child: RunChildOptions,
): Promise<PartResult> => {
  say(suite, child)
  const began = performance.now()
  const code = await runChild(process.execPath, [suite.path, ...words], child)
  return { code, spent: [{ suite: suite.name, files: [], programMs: performance.now() - began }] }
}

const runFilesOf = async (
  suite: FileSuite | AgainSuite,
  files: readonly string[],
  child: RunChildOptions,
  run: RunPass,
): Promise<PartResult> => {
  say(suite, child)
  const { code, times } = await run(passOfSuite(suite, files), child)
  return { code, spent: [{ suite: suite.name, files: times }] }
}

/** Runs one suite: a program with these options, or these test files of the suite, or all if none are named. */
export const runSuite = (
  suite: Suite,
  words: readonly string[],
  child: RunChildOptions,
): Promise<PartResult> => {
  if (suite.kind === 'program') return runProgram(suite, words, child)
  return runFilesOf(suite, words.length > 0 ? words : filesOf(suite, child.cwd), child, runPass)
}

/** Runs the sample of a suite that belongs to the whole run. */
export const runSample = (
  suite: AgainSuite | ProgramSuite,
  child: RunChildOptions,
  run: RunPass,
): Promise<PartResult> =>
  suite.kind === 'program'
    ? runProgram(suite, suite.sample, child)
    : runFilesOf(suite, sampleOf(suite, child.cwd), child, run)
