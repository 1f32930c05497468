import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { testDatabase } from '@nimbo/testing/test-database'
import { eventStreams } from '../app/event-streams.ts'
import { migrations } from '../db/migrations.ts'
import { sessionRows } from '../db/sessions.ts'
import type { HorizonTables } from '../db/tables.ts'
import { sealBy } from '../domain/seal.ts'
import type { Session } from '../domain/session.ts'
import { watchStreams } from './watch-streams.ts'

const sessionWith = (token: string): Session => ({
  ...{ token, endpoints: [] },
  view: {
    user: { id: 'ann', name: 'ann', domain: { id: 'default', name: 'Default' } },
    ...{
      project: null,
      system: false,
      system_allowed: false,
      roles: [],
      region: '',
      regions: [],
      projects: [],
    },
    expires_at: '2099-01-01T00:00:00.000Z',
  },
})

test('a stream ends when another process has switched its session to another project', async () => {
  const { db, close } = await testDatabase<HorizonTables>(migrations)
  const [seal, sessions] = [sealBy('a long text'), sessionRows(db)]
  const streams = eventStreams({ streams: 10, streams_per_session: 10 })
  const watch = watchStreams({ clock: systemClock, seal, sessions, streams })
  const began = sessionWith('for the first project')
  const { expires_at } = began.view
  const sealed = seal.seal(JSON.stringify(began))
  await sessions.insert({ id_hash: 'one', user_id: 'ann', sealed, created_at: expires_at, expires_at })
  const stream = new Readable({ read: () => {} })
  streams.add({ ...began, idHash: 'one' }, stream)
  await watch()
  assert.equal(streams.sessions().length, 1)
  const switched = seal.seal(JSON.stringify(sessionWith('for the second project')))
  await sessions.update('one', { sealed: switched, expires_at })
  await watch()
  assert.deepEqual(streams.sessions(), [])
  stream.resume()
  await once(stream, 'close')
  await close()
})
