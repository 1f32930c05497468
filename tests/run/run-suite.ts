import { passOfSuite } from './passes.ts'
import { type RunChildOptions, runChild } from './run-child.ts'
import { type RunPass, runPass } from './run-pass.ts'

import type { Spent } from './spent.ts'
import { filesOf } from './suite-files.ts'
import type { Suite } from './suites.ts'

/** How a part of a run ended, and what it took. */
export interface PartResult {
  readonly code: number
  readonly spent: readonly Spent[]
}

const runProgram = async (
  { name, path }: Extract<Suite, { kind: 'program' }>,
  words: readonly string[],
  child: RunChildOptions,
): Promise<PartResult> => {
  const began = performance.now()
  const code = await runChild(process.execPath, [path, ...words], child)
  return { code, spent: [{ suite: name, files: [], programMs: performance.now() - began }] }
}

/** Runs one suite: a program with these words, or the test files these words name, or all it has. */
export const runSuite = async (
  suite: Suite,
  words: readonly string[],
  child: RunChildOptions,
  run: RunPass = runPass,
): Promise<PartResult> => {
  const say = child.heard ?? ((text: string) => void process.stdout.write(text))
  say(`\nTests: ${suite.name}, ${suite.about}\n`)
  if (suite.kind === 'program') return runProgram(suite, words, child)
  const files = words.length > 0 ? words : filesOf(suite, child.cwd)
  const { code, times } = await run(passOfSuite(suite, files), child)
  return { code, spent: [{ suite: suite.name, files: times }] }
}
