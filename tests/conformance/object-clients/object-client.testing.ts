import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { run } from '@nimbo/cloud/run'

/** A first run compiles a client's Python. */
const commandWithinMs = 120_000

/** Why tests with a client of Debian's cannot be run on this machine; false when they can. */
export const clientMissing = (program: string): string | false =>
  existsSync(program) ? false : `${program} is not there`

/** A command line that speaks to an object store: gives what it wrote, and fails with what it complained of. */
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
