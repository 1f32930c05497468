import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instances } from '../src/db/servers/instances.ts'
import { cell1Id, type Story, story } from './compute-story.ts'

const ask = ({ send }: Story, id: string, body: unknown) =>
  send('POST', `/servers/${id}/action`, { body: { changePassword: body } })

test(
  'a new password is stored in the database only sealed',
  story(async (it) => {
    const { id } = await it.addServer()
    const reply = await ask(it, id, { adminPass: 'correct horse' })
    assert.deepEqual([reply.status, reply.body], [202, undefined])
    assert.equal((await it.send('GET', `/servers/${id}`)).body.server.status, 'PASSWORD')
    const cell = await it.deps.databases.cell(cell1Id)
    const server = await instances(cell, it.deps.clock).find(id)
    assert.ok(server?.sealedSecrets)
    const flows = await cell.selectFrom('flows').selectAll().execute()
    assert.equal(flows.length, 1)
    assert.ok(!JSON.stringify([server, flows]).includes('correct horse'))
  }),
)

test(
  'changing the password is refused with an invalid body, and for a stopped server',
  story(async (it) => {
    const { id } = await it.addServer()
    for (const body of [{}, null, { adminPass: 7 }, { adminPass: 'a', more: 1 }])
      assert.equal((await ask(it, id, body)).status, 400, JSON.stringify(body))
    const stopped = await it.addServer({ vmState: 'stopped' })
    const refused = await ask(it, stopped.id, { adminPass: 'a' })
    assert.deepEqual(
      [refused.status, refused.body.conflictingRequest.message],
      [409, `Cannot 'changePassword' instance ${stopped.id} while it is in vm_state stopped`],
    )
  }),
)
