import type { Loose } from '@nimbo/testing/loose'
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { type CommandLine, commandLine } from '@nimbo/testkit/command-line'
import { startTestCloud, type TestCloud, type TestCloudOptions } from '@nimbo/testkit/start-test-cloud'

/** A cloud, and Nimbo's command line with the credentials of its admin; the words of a line are separated by spaces. */
export interface Told {
  cloud(): TestCloud
  /** Runs a line that must succeed; gives what it wrote. */
  done(line: string): Promise<string>
  /** Runs a line that must fail; gives its error output. */
  refused(line: string): Promise<string>
  /** Runs a line with `-f json`; gives the parsed output. */
  shown(line: string): Promise<Loose>
  /** Runs a line that lists something; gives one column. */
  listed(line: string, column: string): Promise<readonly string[]>
}

/** One cloud for the tests of a file, in which these lines are run first. */
export const commandsOnACloud = (...beforehand: readonly string[]): Told =>
  commandsOnACloudWith({}, ...beforehand)

/** The same with options of the services. */
export const commandsOnACloudWith = (
  options: Pick<TestCloudOptions, 'environment'>,
  ...beforehand: readonly string[]
): Told => {
  let cloud: TestCloud | undefined
  let nimbo: CommandLine | undefined
  before(async () => {
    cloud = await startTestCloud(options)
    nimbo = commandLine(await clientEnvironment(cloud))
    for (const line of beforehand) await done(line)
  })
  after(() => cloud?.[Symbol.asyncDispose]())
  const there = <Thing>(thing: Thing | undefined): Thing => {
    assert.ok(thing, 'the cloud has not started')
    return thing
  }
  const run = (line: string) => there(nimbo).run(...line.split(' '))
  const done = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await run(line)
    assert.equal(code, 0, `${line}: ${stderr}${stdout}`)
    return stdout
  }
  return {
    cloud: () => there(cloud),
    done,
    refused: async (line) => {
      const { code, stderr } = await run(line)
      assert.notEqual(code, 0, line)
      return stderr
    },
    shown: (line) => there(nimbo).json(...line.split(' ')),
    listed: async (line, column) => {
      const rows: Readonly<Record<string, string>>[] = await there(nimbo).json(...line.split(' '))
      return rows.map((row) => row[column] ?? '')
    },
  }
}
