import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseErrors } from '@nimbo/db/database-faults'
import { systemClock } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { untilReachable } from './until-reachable.ts'

const away = new Fault({ code: 'Away', kind: 'unavailable', message: 'nobody answers', details: {} })

const patience = (retries: number | undefined) => {
  const lines: string[] = []
  const line = (_: object, message: string): void => void lines.push(message)
  const log: Log = { ...silentLog, warn: line, error: line }
  return { lines, retries, intervalMs: 1, clock: systemClock, log }
}

test('opening is retried until it succeeds, with a log line for each failure', async () => {
  const given = patience(5)
  let tries = 0
  const opened = await untilReachable('the database x', given, async () => {
    tries += 1
    if (tries < 3) throw away
    return 'open'
  })
  assert.equal(opened, 'open')
  assert.deepEqual(given.lines, Array(2).fill('the database x cannot be reached; trying again in 0.001 s'))
})

test('opening is given up after the maximum of retries', async () => {
  const given = patience(2)
  await assert.rejects(
    untilReachable('the database x', given, () => Promise.reject(away)),
    away,
  )
  assert.equal(given.lines.at(-1), 'the database x cannot be reached; giving up')
  assert.equal(given.lines.length, 3)
})

test('a database that refuses the credentials is not retried', async () => {
  const given = patience(undefined)
  const refused = databaseErrors.DatabaseRefused({ reason: 'password authentication failed' })
  await assert.rejects(
    untilReachable('the database x', given, () => Promise.reject(refused)),
    refused,
  )
  assert.deepEqual(given.lines, [])
})

test('other errors are not retried', async () => {
  const given = patience(undefined)
  await assert.rejects(
    untilReachable('x', given, () => Promise.reject(new Error('too new'))),
    /too new/,
  )
  assert.deepEqual(given.lines, [])
})
