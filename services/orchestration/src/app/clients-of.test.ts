import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { showServer } from '@nimbo/contracts/compute/servers'
import type { HttpResponse } from '@nimbo/http/message'
import { internalContext } from '@nimbo/kernel/context'
import { clientsOf } from './clients-of.ts'

test('a call is repeated with a new token after a 401, whose reply is closed', async () => {
  const refusal = Readable.from(['no'])
  const replies: HttpResponse[] = [
    { status: 401, headers: {}, body: refusal },
    { status: 200, headers: {}, body: Readable.from(['{"server":{"id":"a"}}']) },
  ]
  const send = async () => replies.shift() ?? assert.fail('a third request')
  const authenticate = { headers: async () => ({ 'x-auth-token': 't' }), refused: () => true }
  const { compute } = clientsOf({ send }, authenticate)(internalContext())
  const { server } = await compute.call(showServer, { path: { server_id: 'a' } })
  assert.equal(server.id, 'a')
  assert.ok(refusal.destroyed)
})
