import { type RunPass, runPass } from './run-pass.ts'

/** More than so many files that fail are broken, not disturbed by what ran beside them. */
const mostAgain = 6

/**
 * Runs a pass of the whole, and files that failed once more, one at a time: the whole takes both cores for half an hour, and one
 * test that another has starved would throw all of it away. What fails again fails the pass; what does not is named, to be mended.
 */
export const runWithSecondTry: RunPass = async (pass, child) => {
  const first = await runPass(pass, child)
  const failed = first.times.filter(({ passed }) => !passed).map(({ file }) => file)
  if (first.code === 0 || failed.length === 0 || failed.length > mostAgain || child.stopped.aborted)
    return first
  process.stdout.write(`\nTests: once more, one at a time, what failed: ${failed.join(' ')}\n`)
  const second = await runPass({ ...pass, files: failed, atOnce: 1, together: false }, child)
  const unsteady = second.times.filter(({ passed }) => passed).map(({ file }) => file)
  for (const file of unsteady)
    process.stdout.write(`Unsteady: ${file} failed beside others and passed alone\n`)
  return { ...first, code: second.code }
}
