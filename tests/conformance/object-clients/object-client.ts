import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { run } from '@nimbo/cloud/run'

/** Long, because the first run compiles the Python code of the client. */
const commandWithinMs = 120_000

/** Why tests with Debian's package of a client cannot run on this machine; false when they can. */
export const clientMissing = (program: string): string | false =>
  existsSync(program) ? false : `${program} is not there`

/** Runs a client's command line: returns its output, and throws with its error output when it fails. */
export const objectClient =
  (program: string, always: readonly string[], environment: Readonly<Record<string, string>>) =>
  async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(program, [...always, ...words], {
      timeoutMs: commandWithinMs,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', PYTHONWARNINGS: 'ignore', ...environment },
    })
    assert.equal(code, 0, `${program} ${words.join(' ')}: ${stderr}${stdout}`)
    return stdout
  }
