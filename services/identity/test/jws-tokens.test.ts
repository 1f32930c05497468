import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { UserError } from '@nimbo/kernel/user-error'
import { compactVerify } from 'jose'
import { runManage } from './managed.ts'
import { startIdentityStory } from './identity-story.ts'

const signed = () =>
  startIdentityStory({}, (config) => ({
    ...config,
    token: { ...config.token, provider: 'jws' },
  }))

const publicKey = async (home: string) =>
  createPublicKey(await readFile(join(home, 'jws-keys/public/public.pem'), 'utf8'))

test('a JWS token is verified with the public key and has the same claims as Keystone’s', async () => {
  await using story = await signed()
  const { token, user, project } = await story.member('ann')
  const { payload, protectedHeader } = await compactVerify(token, await publicKey(story.home))
  assert.deepEqual(protectedHeader, { typ: 'JWT', alg: 'ES256' })
  const said = JSON.parse(new TextDecoder().decode(payload))
  assert.deepEqual(
    [said.sub, said.openstack_project_id, said.openstack_methods],
    [user.id, project.id, ['password']],
  )
  const shown = await story.send('GET', '/v3/auth/tokens', { token, subject: token })
  assert.equal(shown.body.token.project.id, project.id)
  assert.deepEqual(shown.body.token.audit_ids, said.openstack_audit_ids)
  assert.deepEqual(await story.rolesAtNeighbour(token), ['member', 'reader'])
  assert.equal(await story.validatedElsewhere(token), 200)
})

test('a JWS token that is altered, unsigned, revoked or from another cloud is refused', async () => {
  await using story = await signed()
  await using other = await signed()
  const { token } = await story.member('ann')
  const valid = (subject: string) => story.send('GET', '/v3/auth/tokens', { token: story.admin, subject })
  const [header = '', payload = '', signature = ''] = token.split('.')
  const said = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), openstack_system: 'all' }
  const altered = Buffer.from(JSON.stringify(said)).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  assert.equal((await valid([header, altered, signature].join('.'))).status, 404)
  assert.equal((await valid([unsigned, payload, ''].join('.'))).status, 404)
  assert.equal((await valid(other.admin)).status, 404)
  assert.equal((await valid('gAAAA')).status, 404)
  assert.equal((await valid(token)).status, 200)
  await story.send('DELETE', '/v3/auth/tokens', { token: story.admin, subject: token })
  assert.equal((await valid(token)).status, 404)
})

test('create_jws_keypair replaces keys only with --force, and tokens of the old pair stay valid', async () => {
  await using story = await signed()
  const before = await publicKey(story.home)
  const { token } = await story.member('ann')
  const run = (flags: readonly string[] = []) => runManage('create_jws_keypair', story, flags)
  await assert.rejects(run(), (error) => error instanceof UserError && /--force/.test(error.message))
  assert.match(await run(['force']), /There are new keys/)
  assert.equal((await publicKey(story.home)).equals(before), false)
  assert.equal((await readdir(join(story.home, 'jws-keys/public'))).length, 2)
  story.skip(60_000)
  const next = await story.tokenFor('ann', 'pw')
  await compactVerify(next, await publicKey(story.home))
  for (const one of [token, next])
    assert.equal((await story.send('GET', '/v3/auth/tokens', { token: one, subject: one })).status, 200)
})

test('a JWS token keeps its scope: system, domain, project or none', async () => {
  await using story = await signed()
  for (const scope of [
    { system: { all: true } },
    { domain: { id: 'default' } },
    story.inProject('admin'),
    'unscoped',
  ]) {
    const token = await story.tokenFor('admin', 'admin-secret', scope)
    const { body } = await story.send('GET', '/v3/auth/tokens', { token: story.admin, subject: token })
    const place = scope === 'unscoped' ? undefined : Object.keys(scope)[0]
    assert.deepEqual(
      ['system', 'domain', 'project'].filter((name) => name in body.token),
      place === undefined ? [] : [place],
    )
  }
})
