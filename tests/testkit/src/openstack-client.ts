import type { Loose } from '@nimbo/testing/loose'
import { existsSync } from 'node:fs'
import { run } from '@nimbo/cloud/run'

const program = '/usr/bin/openstack'
/** A first run compiles the client's Python. */
const commandWithinMs = 60_000

/** Why tests with Debian's client cannot run on this machine; false when they can. */
export const openstackClientMissing: string | false = existsSync(program)
  ? false
  : `${program} is not there: install python3-openstackclient`

/** The `openstack` command of python-openstackclient for one cloud. */
export interface OpenstackClient {
  /** Runs it with these arguments; returns its output, and fails with its error output unless it succeeds. */
  run(...words: readonly string[]): Promise<string>
  /** Like `run`, with `-f json`. */
  json(...words: readonly string[]): Promise<Loose>
}

/** The client for the cloud given by `environment`, see `clientEnvironment`. */
export const openstackClient = (environment: Readonly<Record<string, string>>): OpenstackClient => {
  const client: OpenstackClient = {
    run: async (...words) => {
      const { code, stdout, stderr } = await run(program, words, {
        timeoutMs: commandWithinMs,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', PYTHONWARNINGS: 'ignore', ...environment },
      })
      if (code !== 0) throw new Error(`openstack ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`)
      return stdout
    },
    json: async (...words) => JSON.parse(await client.run(...words, '-f', 'json')),
  }
  return client
}
