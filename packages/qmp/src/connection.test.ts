import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { connectQmp } from './connection.ts'
import { isQmpError, MonitorLost } from './errors.ts'
import type { QmpEvent } from './messages.ts'
import { type Script, scriptedMonitor } from './scripted-monitor.testing.ts'

const ready = (path: string, onEvent: (event: QmpEvent) => void = () => {}, timeoutMs = 30_000) =>
  connectQmp({ path, clock: systemClock, timeoutMs, onEvent })

const script: Script = ({ execute, arguments: args }) => {
  if (execute === 'echo') return { return: args ?? {} }
  if (execute === 'never') return undefined
  return { error: { class: 'CommandNotFound', desc: `The command ${execute} has not been found` } }
}

test('commands are accepted after the greeting, and each gets its own answer', async () => {
  await using monitor = await scriptedMonitor(script)
  const qmp = await ready(monitor.path)
  assert.deepEqual(qmp.version, [7, 2, 22])
  const answers = await Promise.all([qmp.execute('echo', { n: 1 }), qmp.execute('echo', { n: 2 })])
  assert.deepEqual(answers, [{ n: 1 }, { n: 2 }])
  assert.deepEqual(
    monitor.asked.map(({ execute }) => execute),
    ['qmp_capabilities', 'echo', 'echo'],
  )
  qmp.close()
  assert.ok((await qmp.closed) instanceof MonitorLost)
})

test('a command that QEMU refuses rejects with the class of the error, and later ones succeed', async () => {
  await using monitor = await scriptedMonitor(script)
  const qmp = await ready(monitor.path)
  await assert.rejects(qmp.execute('absent'), (error) => isQmpError(error, 'CommandNotFound'))
  assert.deepEqual(await qmp.execute('echo', { still: 'here' }), { still: 'here' })
  qmp.close()
})

test('events are received in order, also when they arrive in pieces', async () => {
  await using monitor = await scriptedMonitor(script)
  const heard = new EventEmitter()
  const qmp = await ready(monitor.path, (event) => heard.emit('event', event))
  const event = (name: string, data?: object) =>
    JSON.stringify({ timestamp: { seconds: 2, microseconds: 500_000 }, event: name, ...(data && { data }) })
  const stopped = once(heard, 'event')
  const whole = `${event('STOP')}\r\n`
  monitor.say(whole.slice(0, 9))
  monitor.say(whole.slice(9))
  assert.deepEqual(await stopped, [{ event: 'STOP', data: {}, at: 2_500 }])
  const down = once(heard, 'event')
  monitor.say(`${event('SHUTDOWN', { guest: true, reason: 'guest-shutdown' })}\r\n`)
  assert.deepEqual((await down)[0].data, { guest: true, reason: 'guest-shutdown' })
  qmp.close()
})

test('an unanswered command fails with DeadlineExceeded, and later ones succeed', async () => {
  await using monitor = await scriptedMonitor(script)
  const qmp = await ready(monitor.path)
  await assert.rejects(qmp.execute('never', {}, { timeoutMs: 1 }), DeadlineExceeded)
  assert.deepEqual(await qmp.execute('echo'), {})
  qmp.close()
})

test('when QEMU disconnects, running and later commands fail with MonitorLost', async () => {
  await using monitor = await scriptedMonitor(script)
  const qmp = await ready(monitor.path)
  const under = qmp.execute('never')
  monitor.hangUp()
  await assert.rejects(under, MonitorLost)
  await assert.rejects(qmp.execute('echo'), MonitorLost)
})

test('a message that is not QMP closes the connection', async () => {
  await using monitor = await scriptedMonitor(script)
  const qmp = await ready(monitor.path)
  monitor.say('{"neither": "this", "nor": "that"}\r\n')
  assert.match((await qmp.closed).message, /cannot be understood/)
})

test('connecting fails if the socket is missing, or sends no QMP greeting', async () => {
  await using rude = await scriptedMonitor(script, { greets: 'HTTP/1.1 400 Bad Request\r\n' })
  await assert.rejects(ready(rude.path), MonitorLost)
  await using silent = await scriptedMonitor(script, { greets: '' })
  await assert.rejects(ready(silent.path, undefined, 1), DeadlineExceeded)
  await assert.rejects(ready(`${silent.path}.absent`), MonitorLost)
})
