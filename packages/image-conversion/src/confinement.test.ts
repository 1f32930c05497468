import assert from 'node:assert/strict'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { type Confinement, findConfinement } from './confinement.ts'
import { runConfined } from './run-confined.ts'

const skip = process.getuid?.() === 0 ? false : 'only root can confine a program'

describe('a confined program', { skip }, () => {
  let confinement: Confinement
  before(async () => {
    confinement = await findConfinement()
  })

  const run = (script: string, { fileBytes = 1_000_000, timeoutMs = 30_000, files = [] as number[] } = {}) =>
    runConfined({
      command: confinement.command(confinement.foreignUser(), { fileBytes, timeoutMs }, ['sh', '-c', script]),
      name: 'sh',
      files,
      timeoutMs,
    })
  const failed = (error: unknown): boolean => isFault(error, 'ProgramFailed')

  it('cannot read a file of the service’s user, even if it knows its path', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'nimbo-confined-'))
    t.after(() => rm(directory, { recursive: true }))
    const secret = join(directory, 'secret')
    await writeFile(secret, 'x')
    await assert.rejects(run(`cat ${secret}`), /Permission denied/)
  })

  it('can write to a file handed to it, up to the length limit', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'nimbo-confined-'))
    t.after(() => rm(directory, { recursive: true }))
    await using file = await open(join(directory, 'target'), 'w+', 0o600)
    const write = (bytes: number) =>
      run(`head -c ${bytes} /dev/zero >&3`, { fileBytes: 1_000, files: [file.fd] })
    await write(1_000)
    await assert.rejects(write(1_000), failed)
    assert.equal((await file.stat()).size, 1_000)
  })

  it('has no network interface but loopback', async () => {
    await run('[ "$(tail -n +3 /proc/self/net/dev | cut -d: -f1 | xargs)" = lo ]')
  })

  it('gets its input, and what it prints is returned', async () => {
    const command = ['sh', ['-c', 'tr a-z A-Z; echo warned >&2']] as const
    const { stdout, stderr } = await runConfined({
      ...{ command, name: 'sh', files: [], timeoutMs: 30_000, input: 'hello' },
    })
    assert.deepEqual([stdout.toString(), stderr], ['HELLO', 'warned\n'])
  })

  it('is killed when it prints too much', () => assert.rejects(run('exec head -c 8M /dev/zero'), failed))

  it('fails when it exceeds the memory limit', () =>
    assert.rejects(run('head -c 3G /dev/zero | tail -c 3G > /dev/null'), failed))

  it('has no capabilities, and cannot gain any', async () => {
    const none = (set: string) => `grep -q '^${set}:.0*$' /proc/self/status`
    await run(
      `${['CapEff', 'CapPrm', 'CapBnd'].map(none).join(' && ')} && grep -q '^NoNewPrivs:.1' /proc/self/status`,
    )
  })

  it('does not see the service’s environment variables', async () => {
    process.env.NIMBO_CONFINEMENT_TEST = 'secret'
    await run('[ -z "$NIMBO_CONFINEMENT_TEST" ]')
  })

  it('runs as changing users, or else as nobody', () => {
    const users = new Set([1, 2, 3, 4].map(() => confinement.foreignUser()))
    assert.ok(users.size > 1 || users.has(65_534))
  })

  // `exec` replaces the shell, as for a converter: a child of the shell would hold its stderr open for the whole minute.
  it('is killed when it exceeds the time limit', () =>
    assert.rejects(run('exec sleep 60', { timeoutMs: 300 }), /SIGKILL/))
})
