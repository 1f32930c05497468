import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { runningProcess, stillRuns } from './running-process.ts'

test('stillRuns is true until the process ends, and false for another start time of the same pid', async () => {
  const child = spawn('sleep', ['600'])
  await once(child, 'spawn')
  const running = await runningProcess(child.pid ?? 0)
  assert.ok(running)
  assert.equal(await stillRuns(running), true)
  assert.equal(await stillRuns({ ...running, startTime: '1' }), false)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  assert.equal(await stillRuns(running), false)
  assert.equal(await runningProcess(running.pid), undefined)
})
