import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

const message = ({ status, body }: Reply) => [status, body.error?.message]

const asker = async (story: Story) => {
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'east' } })
  const path = `/v3/domains/${domain.id}/config`
  const ask = (method: string, part = '', config?: object) =>
    story.send(method, `${path}${part}`, {
      token: story.admin,
      json: config === undefined ? undefined : { config },
    })
  return { domain, path, ask }
}

test('options of a domain are created, read, changed and deleted, and secret ones are never shown', async () => {
  await using story = await startIdentityStory()
  const { domain, ask } = await asker(story)
  assert.deepEqual(message(await ask('GET')), [
    404,
    `Could not find any options in domain configuration for domain ${domain.id}.`,
  ])
  const config = { ldap: { url: 'ldap://east', password: 'secret' }, identity: { driver: 'ldap' } }
  const shown = { ldap: { url: 'ldap://east' }, identity: { driver: 'ldap' } }
  const made = await ask('PUT', '', config)
  assert.deepEqual([made.status, made.body.config], [201, shown])
  assert.equal((await ask('PUT', '', config)).status, 200)
  assert.deepEqual((await ask('GET')).body.config, shown)
  assert.equal((await ask('HEAD')).status, 200)
  assert.deepEqual((await ask('GET', '/ldap')).body.config, { ldap: { url: 'ldap://east' } })
  assert.deepEqual((await ask('GET', '/ldap/url')).body.config, { url: 'ldap://east' })
  assert.deepEqual(message(await ask('GET', '/ldap/password')), [
    404,
    `Could not find option password in group ldap in domain configuration for domain ${domain.id}.`,
  ])

  const replaced = await ask('PUT', '', { ldap: { password: 'other' } })
  assert.deepEqual([replaced.status, replaced.body.config], [200, {}])
  await ask('PUT', '', config)

  const renamed = { ...shown, ldap: { url: 'ldap://west' } }
  assert.deepEqual((await ask('PATCH', '/ldap/url', { url: 'ldap://west' })).body.config, renamed)
  const grouped = await ask('PATCH', '/ldap', { ldap: { url: 'ldap://north', user: 'cn=admin' } })
  assert.deepEqual(grouped.body.config.ldap, { url: 'ldap://north', user: 'cn=admin' })
  assert.deepEqual((await ask('PATCH', '', { identity: { driver: 'sql' } })).body.config.identity, {
    driver: 'sql',
  })

  assert.equal((await ask('DELETE', '/ldap/user')).status, 204)
  assert.equal((await ask('DELETE', '/ldap/user')).status, 404)
  assert.equal((await ask('DELETE', '/ldap')).status, 204)
  assert.deepEqual((await ask('GET')).body.config, { identity: { driver: 'sql' } })
  assert.equal((await ask('DELETE')).status, 204)
  assert.equal((await ask('GET')).status, 404)
})

test('options that domains do not support are refused, and so are changes beyond the option in the path', async () => {
  await using story = await startIdentityStory()
  const { ask } = await asker(story)
  const start = 'Invalid domain specific configuration:'
  assert.deepEqual(message(await ask('PUT', '', { token: { expiration: 1 } })), [
    403,
    `${start} Group token is not supported for domain specific configurations.`,
  ])
  assert.deepEqual(message(await ask('PUT', '', { ldap: { colour: 'red' } })), [
    403,
    `${start} Option colour in group ldap is not supported for domain specific configurations.`,
  ])
  assert.equal((await ask('PUT', '', {})).status, 403)
  assert.equal((await ask('PUT', '', { ldap: 'x' })).status, 400)
  assert.equal((await ask('PUT', '', { ldap: { __proto__: 'x', toString: 'y' } })).status, 403)
  await ask('PUT', '', { ldap: { url: 'ldap://east', user: 'x' } })
  for (const [part, config] of [
    ['/ldap', { identity: { driver: 'sql' } }],
    ['/ldap', { ldap: { url: 'x' }, identity: { driver: 'sql' } }],
    ['/ldap/url', { user: 'x' }],
    ['/ldap/url', { user: 'x', url: 'y' }],
  ] as const)
    assert.equal((await ask('PATCH', part, config)).status, 403, JSON.stringify(config))
  assert.equal((await ask('PATCH', '/identity', { identity: { driver: 'sql' } })).status, 404)
  assert.deepEqual((await ask('GET')).body.config, { ldap: { url: 'ldap://east', user: 'x' } })
})

test('operators can read the defaults of domain options, except for secrets', async () => {
  await using story = await startIdentityStory()
  const { token } = await story.member('ann')
  const { config } = await story.asAdmin('GET', '/v3/domains/config/default')
  assert.deepEqual(
    [config.identity.driver, config.ldap.url, config.ldap.password],
    ['sql', 'ldap://localhost', undefined],
  )
  assert.deepEqual((await story.asAdmin('GET', '/v3/domains/config/identity/default')).config, {
    identity: { driver: 'sql', list_limit: null },
  })
  assert.deepEqual((await story.asAdmin('GET', '/v3/domains/config/ldap/url/default')).config, {
    url: 'ldap://localhost',
  })
  for (const path of ['ldap/password/default', 'nothing/default', 'ldap/nothing/default'])
    assert.equal(
      (await story.send('GET', `/v3/domains/config/${path}`, { token: story.admin })).status,
      403,
      path,
    )
  assert.equal((await story.send('GET', '/v3/domains/config/default', { token })).status, 403)
})

test('every user can read the password rules of the default domain, and no other options', async () => {
  await using story = await startIdentityStory({
    password_regex: /^(?:p.*)/,
    password_regex_description: 'a p first',
  })
  const { token } = await story.member('ann')
  const path = '/v3/domains/default/config/security_compliance'
  const shown = await story.send('GET', path, { token })
  assert.deepEqual(shown.body.config, {
    security_compliance: { password_regex: 'p.*', password_regex_description: 'a p first' },
  })
  const one = await story.send('GET', `${path}/password_regex_description`, { token })
  assert.deepEqual(one.body.config, { password_regex_description: 'a p first' })
  assert.equal((await story.send('GET', `${path}/lockout_duration`, { token })).status, 403)
  assert.equal((await story.send('GET', '/v3/domains/default/config', { token })).status, 403)
  const { path: other } = await asker(story)
  assert.equal((await story.send('GET', `${other}/security_compliance`, { token })).status, 403)
})

test('the list_limit of a domain limits lists of its users and groups', async () => {
  await using story = await startIdentityStory()
  const { domain, ask } = await asker(story)
  await ask('PUT', '', { identity: { list_limit: 2 } })
  for (const name of ['a', 'b', 'c']) {
    await story.asAdmin('POST', '/v3/users', { user: { name, domain_id: domain.id } })
    await story.asAdmin('POST', '/v3/groups', { group: { name, domain_id: domain.id } })
  }
  for (const kind of ['users', 'groups']) {
    const listed = await story.asAdmin('GET', `/v3/${kind}?domain_id=${domain.id}`)
    assert.deepEqual([listed[kind].length, listed.truncated], [2, true])
    assert.ok((await story.asAdmin('GET', `/v3/${kind}`))[kind].length >= 3)
  }
})
