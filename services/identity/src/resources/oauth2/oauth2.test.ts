import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from '../../../test/identity-story.ts'

const path = '/v3/OS-OAUTH2/token'

test('an application credential gets a bearer token by an OAuth 2.0 client credentials grant', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const credentials = `/v3/users/${user.id}/application_credentials`
  const json = { application_credential: { name: 'program' } }
  const made = await story.send('POST', credentials, { token, json })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, secret } = made.body.application_credential

  const ask = (form: Record<string, string>, authorization?: string) =>
    story.send('POST', path, {
      form: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(authorization === undefined ? {} : { authorization }),
      },
    })
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const grant = { grant_type: 'client_credentials' }

  const given = await ask(grant, basic)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  assert.deepEqual([given.body.token_type, given.headers['cache-control']], ['Bearer', 'no-store'])
  assert.ok(given.body.expires_in > 0)
  assert.ok(await story.rolesAtNeighbour(given.body.access_token))
  assert.equal((await ask({ ...grant, client_id: id, client_secret: secret })).status, 200)

  const refusal = async (reply: ReturnType<typeof ask>) => {
    const { status, body } = await reply
    return [status, body.error]
  }
  assert.deepEqual(await refusal(ask({}, basic)), [400, 'invalid_request'])
  assert.deepEqual(await refusal(ask({ grant_type: 'password' }, basic)), [400, 'unsupported_grant_type'])
  assert.deepEqual(await refusal(ask(grant)), [401, 'invalid_client'])
  const wrong = `Basic ${Buffer.from(`${id}:guessed`).toString('base64')}`
  assert.deepEqual(await refusal(ask(grant, wrong)), [401, 'invalid_client'])
})
