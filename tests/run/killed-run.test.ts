import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { eventually } from '@nimbo/testing/eventually'
import { isAlive } from '@nimbo/testing/is-alive'
import { missingServers } from '@nimbo/testing/missing-servers'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))
const endless = fileURLToPath(new URL('./endless.testing.ts', import.meta.url))

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** A process according to /proc; empty if it has ended meanwhile. */
const processOf = async (pid: number): Promise<readonly Process[]> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(parent), command }]
  } catch {
    return []
  }
}

/** All descendants of a process. */
const descendantsOf = async (ancestor: number): Promise<readonly Process[]> => {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const all = (await Promise.all(pids.map(processOf))).flat()
  const below = (parent: number): readonly Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(ancestor)
}

test('killing a test run ends every process that it has started', { skip: missingServers }, async () => {
  // Node's test runner sets this for its children, in which another runner would run no tests.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawn(...endingWithParent('KILL', launcher, ['test', endless]), { stdio: 'ignore', env })
  const pid = run.pid ?? 0
  after(() => run.kill('SIGKILL'))
  const started = await eventually(async () => {
    const all = await descendantsOf(pid)
    for (const wanted of [/postgres -D/, /beam\.smp/, /--test .*endless/, /^(?!.*--test ).*endless/])
      assert.ok(
        all.some(({ command }) => wanted.test(command)),
        `${wanted} is not among ${all.length}`,
      )
    return all
  })
  run.kill('SIGKILL')
  await eventually(() =>
    assert.deepEqual(
      started.filter((one) => isAlive(one.pid)).map(({ command }) => command),
      [],
    ),
  )
})
