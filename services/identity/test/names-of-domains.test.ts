import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

test('a domain is found by its name, which must be unique, regardless of upper and lower case', async () => {
  await using story = await startIdentityStory()
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'East' } })
  const { domain: west } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'west' } })
  const { domains } = await story.asAdmin('GET', '/v3/domains?name=eAST')
  assert.deepEqual(
    domains.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [[domain.id, 'East']],
  )
  const attempts = [
    ['POST', '/v3/domains', 'domain'],
    ['PATCH', `/v3/domains/${west.id}`, 'domain'],
    ['PATCH', `/v3/projects/${west.id}`, 'project'],
  ]
  for (const [method = '', path = '', kind = ''] of attempts) {
    const reply = await story.send(method, path, { token: story.admin, json: { [kind]: { name: 'EAST' } } })
    assert.equal(reply.status, 409, `${method} ${path}`)
  }
  const renamed = await story.asAdmin('PATCH', `/v3/domains/${domain.id}`, { domain: { name: 'EAST' } })
  assert.equal(renamed.domain.name, 'EAST')
})

test('a login accepts the name of the domain in upper or lower case', async () => {
  await using story = await startIdentityStory()
  const user = { name: 'admin', password: 'admin-secret', domain: { name: 'deFAULT' } }
  const reply = await story.send('POST', '/v3/auth/tokens', {
    json: { auth: { identity: { methods: ['password'], password: { user } } } },
  })
  assert.equal(reply.status, 201)
})

test('a domain’s name has at most 64 characters', async () => {
  await using story = await startIdentityStory()
  const name = 'd'.repeat(64)
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name } })
  const attempts = [
    ['POST', '/v3/domains'],
    ['PATCH', `/v3/domains/${domain.id}`],
  ]
  for (const [method = '', path = ''] of attempts) {
    const json = { domain: { name: `${name}d` } }
    assert.equal((await story.send(method, path, { token: story.admin, json })).status, 400, method)
  }
  assert.equal((await story.asAdmin('GET', `/v3/domains/${domain.id}`)).domain.name, name)
})
