import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { setImmediate as turnEnds } from 'node:timers/promises'
import { linesOfATurn } from './lines-of-a-turn.ts'

test('log lines of one turn of the event loop are written together when it ends', async () => {
  const written: string[] = []
  const lines = linesOfATurn({ write: (text) => written.push(text) })
  lines.write('one\n')
  await Promise.resolve()
  lines.write('two\n')
  assert.deepEqual(written, [])
  await turnEnds()
  lines.write('three\n')
  assert.deepEqual(written, ['one\ntwo\n'])
  await turnEnds()
  assert.deepEqual(written, ['one\ntwo\n', 'three\n'])
})

test('log lines are written before the end of a turn if they are many', async () => {
  const written: string[] = []
  const lines = linesOfATurn({ write: (text) => written.push(text) })
  const line = `${'x'.repeat(999)}\n`
  for (let said = 0; said < 100; said += 1) lines.write(line)
  assert.equal(written.length, 1)
  await turnEnds()
  assert.equal(written.join(''), line.repeat(100))
})

const logging = new URL('./logging.ts', import.meta.url)

/** The messages that a process has logged which runs `last` in one turn of the event loop. */
const logOf = (last: string): readonly string[] => {
  const { stderr } = spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { openLog } from ${JSON.stringify(logging.href)}\nconst log = openLog({ level: 'info' })\n${last}`,
  ])
  return stderr
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
}

test('no log line is lost when the process ends, by exit, exception or rejection', () => {
  const said = "log.info({}, 'first'); log.error({}, 'last');"
  assert.deepEqual(logOf(said), ['first', 'last'])
  assert.deepEqual(logOf(`${said} process.exit(3)`), ['first', 'last'])
  assert.deepEqual(logOf(`${said} throw new Error('nobody caught this')`), ['first', 'last'])
  assert.deepEqual(logOf(`${said} Promise.reject(new Error('nor this'))`), ['first', 'last'])
  assert.deepEqual(logOf(`process.once('exit', () => { ${said} })`), ['first', 'last'])
})
