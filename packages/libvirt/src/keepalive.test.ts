import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Keepalive, keepalive, keepaliveProgram } from './keepalive.ts'
import { type Packet, packetStatus, packetTypes } from './packet.ts'

/** A clock whose one timer goes off when the test says so. */
const handClock = () => {
  let timer: (() => void) | undefined
  return {
    clock: {
      now: () => 0,
      after: (_ms: number, callback: () => void) => {
        timer = callback
        return () => {
          timer = undefined
        }
      },
    },
    tick: () => {
      const due = timer
      timer = undefined
      due?.()
    },
    isSet: () => timer !== undefined,
  }
}

const message = (procedure: number): Packet => ({
  program: keepaliveProgram,
  version: 1,
  procedure,
  type: packetTypes.message,
  serial: 0,
  status: packetStatus.ok,
  body: Buffer.alloc(0),
})

const setUp = (): {
  subject: Keepalive
  sent: number[]
  deaths: () => number
  time: ReturnType<typeof handClock>
} => {
  const time = handClock()
  const sent: number[] = []
  let deaths = 0
  const subject = keepalive({
    clock: time.clock,
    intervalMs: 1_000,
    count: 2,
    send: (packet) => sent.push(packet.procedure),
    dead: () => {
      deaths += 1
    },
  })
  return { subject, sent, deaths: () => deaths, time }
}

test('a silent peer is pinged `count` times, then declared dead', () => {
  const { subject, sent, deaths, time } = setUp()
  subject.start()
  time.tick()
  time.tick()
  assert.deepEqual(sent, [1, 1])
  assert.equal(deaths(), 0)
  time.tick()
  assert.equal(deaths(), 1)
  assert.equal(time.isSet(), false)
})

test('any message of the peer restarts the count of pings', () => {
  const { subject, sent, deaths, time } = setUp()
  subject.start()
  time.tick()
  time.tick()
  subject.received(message(2))
  time.tick()
  time.tick()
  time.tick()
  assert.equal(deaths(), 0)
  assert.deepEqual(sent, [1, 1, 1, 1])
})

test('the peer’s pings are answered, started or not', () => {
  const { subject, sent } = setUp()
  subject.received(message(1))
  assert.deepEqual(sent, [2])
})

test('no ping is sent after stop', () => {
  const { subject, sent, time } = setUp()
  subject.start()
  subject.stop()
  time.tick()
  assert.deepEqual(sent, [])
})
