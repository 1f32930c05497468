import assert from 'node:assert/strict'
import { once } from 'node:events'
import { getPriority, platform } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

const module = new URL('./in-background.ts', import.meta.url)
const inThread = `
  const { parentPort } = require('node:worker_threads')
  const { getPriority } = require('node:os')
  import(${JSON.stringify(module.href)}).then(({ workInBackground }) => {
    workInBackground()
    parentPort.postMessage(getPriority(0))
  })`

test('workInBackground lowers the priority of its own thread, and not of the others', {
  skip: platform() !== 'linux',
}, async () => {
  const ours = getPriority(0)
  const [its] = await once(new Worker(inThread, { eval: true }), 'message')
  assert.equal(its, Math.min(19, ours + 10))
  assert.equal(getPriority(0), ours)
})
