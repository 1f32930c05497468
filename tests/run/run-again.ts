import { type RunPass, runPass } from './run-pass.ts'

/** If more files fail, they are broken rather than disturbed by the load. */
const mostAgain = 6

/**
 * Runs a pass of the whole run, and then once more the files that failed, one at a time: otherwise a single test that another one has
 * starved would fail half an hour of work. A file that fails again fails the pass; one that passes is named as unsteady, to be fixed.
 */
export const runWithSecondTry: RunPass = async (pass, child) => {
  const first = await runPass(pass, child)
  const failed = first.times.filter(({ passed }) => !passed).map(({ file }) => file)
  if (first.code === 0 || failed.length === 0 || failed.length > mostAgain || child.stopped.aborted)
    return first
  process.stdout.write(`\nTests: running the failed files once more, one at a time: ${failed.join(' ')}\n`)
  const second = await runPass({ ...pass, files: failed, atOnce: 1, together: false }, child)
  const unsteady = second.times.filter(({ passed }) => passed).map(({ file }) => file)
  for (const file of unsteady)
    process.stdout.write(`Unsteady: ${file} failed beside others and passed alone\n`)
  return { ...first, code: second.code }
}
