import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestNetwork } from '../../../test/test-network.ts'

test('no security group can be renamed to default, and the default group cannot be renamed', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { body } = await member.post('/v2.0/security-groups', { security_group: { name: 'web' } })
  const { id } = body.security_group
  const rename = (group: string, name: string) =>
    member.put(`/v2.0/security-groups/${group}`, { security_group: { name } })
  const refused = await rename(id, 'default')
  assert.deepEqual(
    [refused.status, refused.body.NeutronError.type],
    [409, 'SecurityGroupDefaultAlreadyExists'],
  )
  const listed = await member.get('/v2.0/security-groups?name=default')
  const [usual, ...others] = listed.body.security_groups
  assert.deepEqual(others, [])
  const kept = await rename(usual.id, 'mine')
  assert.deepEqual([kept.status, kept.body.NeutronError.type], [409, 'SecurityGroupCannotUpdateDefault'])
  assert.equal((await rename(id, 'db')).body.security_group.name, 'db')
})
