import { existsSync } from 'node:fs'
import type { AdminAccess } from '@nimbo/cloud/client-files'
import { run } from '@nimbo/cloud/run'
import type { CloudUnderTest } from './cloud-under-test.ts'

const program = '/usr/bin/nova'
/** A first run compiles the client's Python. */
const commandWithinMs = 60_000

/** Why tests with Debian's client cannot run on this machine; false when they can. */
export const novaClientMissing: string | false = existsSync(program)
  ? false
  : `${program} is not there: install python3-novaclient`

/** The `nova` command of python-novaclient for one cloud. */
export interface NovaClient {
  /** Runs it with these arguments; returns its output, and fails with its error output unless it succeeds. */
  run(...words: readonly string[]): Promise<string>
  /** Like `run`, with `--debug`: the output includes the logged requests. */
  debug(...words: readonly string[]): Promise<string>
  /** The rows of the output table, by column heading. */
  table(...words: readonly string[]): Promise<readonly Readonly<Record<string, string>>[]>
}

/** The nova client does not read `clouds.yaml`. */
const environmentOf = ({ authUrl, username, password, projectName, region }: AdminAccess) => ({
  OS_AUTH_URL: authUrl,
  OS_USERNAME: username,
  OS_PASSWORD: password,
  OS_PROJECT_NAME: projectName,
  OS_USER_DOMAIN_NAME: 'Default',
  OS_PROJECT_DOMAIN_NAME: 'Default',
  OS_REGION_NAME: region,
})

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const rowsOf = (written: string): readonly Readonly<Record<string, string>>[] => {
  const [heads = [], ...rows] = written
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])))
}

/** The client as the admin of a cloud. */
export const novaClient = ({
  access,
  directory,
}: Pick<CloudUnderTest, 'access' | 'directory'>): NovaClient => {
  const env = {
    ...{ PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', PYTHONWARNINGS: 'ignore', HOME: directory },
    ...environmentOf(access),
  }
  const outcome = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await run(program, words, { timeoutMs: commandWithinMs, env })
    if (code !== 0) throw new Error(`nova ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`)
    return { stdout, stderr }
  }
  return {
    run: async (...words) => (await outcome(words)).stdout,
    debug: async (...words) => {
      const { stdout, stderr } = await outcome(['--debug', ...words])
      return stdout + stderr
    },
    table: async (...words) => rowsOf((await outcome(words)).stdout),
  }
}
