import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingSmallDisks, smallDisk } from '@nimbo/testing/small-disk'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { logOutput } from './log-output.ts'

const outputTo = (fd: number) => {
  const troubles: string[] = []
  const lossLine = (lines: number, problem: string) => `${lines} lost: ${problem}\n`
  return {
    troubles,
    output: logOutput({ descriptor: () => fd, lossLine, troubled: (problem) => troubles.push(problem) }),
  }
}

test('lines are written in their order before the call returns', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'log')
  const fd = openSync(file, 'a')
  const { output, troubles } = outputTo(fd)
  output.write('one\ntwo\n')
  output.write('three – drei\n')
  closeSync(fd)
  assert.equal(readFileSync(file, 'utf8'), 'one\ntwo\nthree – drei\n')
  assert.deepEqual(troubles, [])
})

test('a full disk does not fail writes, and is reported once', () => {
  const fd = openSync('/dev/full', 'a')
  const { output, troubles } = outputTo(fd)
  for (let line = 0; line < 3; line += 1) output.write('a line\n')
  closeSync(fd)
  assert.deepEqual(troubles, ['ENOSPC: no space left on device, write'])
})

test('only one write waits for a full pipe whose reader has stopped', async () => {
  await using directory = await temporaryDirectory()
  const pipe = join(directory.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const { output, troubles } = outputTo(fd)
  while (troubles.length === 0) output.write('a line\n')
  const before = performance.now()
  for (let count = 0; count < 3; count += 1) output.write('a line\n')
  assert.ok(performance.now() - before < 1_000)
  const received = Buffer.alloc(1_048_576)
  readSync(fd, received)
  output.write('again\n')
  const length = readSync(fd, received)
  closeSync(fd)
  assert.match(received.toString('utf8', 0, length), /4 lost: EAGAIN.*\nagain\n$/)
})

const outputModule = new URL('./log-output.ts', import.meta.url).href
const line = `${'x'.repeat(999)}\n`
const asked = 20

test('the number of lines lost on a full disk is logged once there is room again', {
  skip: missingSmallDisks(),
}, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'disk'), 1)
  const script = `
    import { openSync } from 'node:fs'
    import { logOutput } from ${JSON.stringify(outputModule)}
    const lossLine = (lines) => lines + ' lost\\n'
    const fd = openSync(${JSON.stringify(join(disk.path, 'log'))}, 'a')
    const output = logOutput({ descriptor: () => fd, lossLine, troubled: () => {} })
    process.on('message', ({ text, times }) => {
      for (let time = 0; time < times; time += 1) output.write(text)
      process.send('written')
    })`
  const [program = '', ...words] = disk.within
  const node = [process.execPath, '--input-type=module-typescript', '--eval', script]
  const child = spawn(program, [...words, ...node], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const say = async (text: string, times: number): Promise<void> => {
    child.send({ text, times })
    await once(child, 'message')
  }
  try {
    await say('first\n', 1)
    await disk.fill()
    await say(line, asked)
    await disk.makeRoom()
    await say('again\n', 1)
  } finally {
    child.kill('SIGKILL')
  }
  const lines = readFileSync(join(disk.outside, 'log'), 'utf8').split('\n')
  const whole = lines.filter((each) => `${each}\n` === line).length
  assert.ok(whole < asked)
  assert.equal(lines[0], 'first')
  assert.deepEqual(lines.slice(-3), [`${asked - whole} lost`, 'again', ''])
})
