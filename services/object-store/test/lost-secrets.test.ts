import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { putObject } from '@nimbo/object-store/app/put-object'
import { auditObjects } from '@nimbo/object-store/tasks/audit/audit-objects'
import { container, startStore, storeOn, take } from './store-of-one-container.ts'

const by = (secret: number) => ({
  env: { 'OS_FILTER:KEYMASTER__ENCRYPTION_ROOT_SECRET': Buffer.alloc(32, secret).toString('base64') },
})

test('the audit goes on after objects whose root secret is lost', async () => {
  const { db, close } = await startStore(by(1))
  try {
    const { app } = storeOn(db, by(2))
    const { blob, size, etag } = await take(app, 'new')
    const object = { name: 'later', size, etag, contentType: 'text/plain', headers: {}, deleteAt: null }
    await putObject(app, container, { ...object, kind: 'bytes' }, blob)
    const looked: string[] = []
    const copies = (id: string) => [
      {
        ...{ place: 'memory', isExpected: true },
        read: async () => {
          looked.push(id)
          return Readable.from(['new'])
        },
        quarantine: () => assert.fail('nothing is corrupt'),
        restoreFrom: () => assert.fail('nothing is missing'),
        remove: () => assert.fail('nothing is superfluous'),
      },
    ]
    await auditObjects({ ...app, bytes: { ...app.bytes, copies } })(new AbortController().signal)
    assert.deepEqual(looked, [blob?.id])
    const figures = JSON.stringify(await app.reconFigures.find('object_auditor_stats_ALL'))
    assert.match(figures, /"passes":2,.*"quarantined":0,"errors":1/)
  } finally {
    await close()
  }
})
