import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// An update with another id, or another domain of a group, was carried out without these.
describe('an update in identity', () => {
  it('gives 400 if the body has another id or domain, and 200 if it has the id of the path', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const { identity } = cloud.admin
    const { group } = (await identity.post('/v3/groups', { group: { name: 'staff' } })).body
    const { user } = (await identity.post('/v3/users', { user: { name: 'odd' } })).body
    const { service } = (await identity.post('/v3/services', { service: { type: 'odd' } })).body
    for (const [path, body, own] of [
      [`/v3/groups/${group.id}`, { group: { id: 'other' } }, { group: { id: group.id, name: 'crew' } }],
      [`/v3/users/${user.id}`, { user: { id: 'other' } }, { user: { id: user.id, name: 'even' } }],
      [`/v3/services/${service.id}`, { service: { id: 'other' } }, { service: { id: service.id } }],
    ] as const) {
      const refused = await identity.patch(path, body)
      assert.deepEqual([refused.status, refused.body.error.message], [400, 'Cannot change ID'], path)
      assert.equal((await identity.patch(path, own)).status, 200, path)
    }
    const moved = await identity.patch(`/v3/groups/${group.id}`, { group: { domain_id: 'elsewhere' } })
    assert.deepEqual([moved.status, moved.body.error.message], [400, 'Cannot change Domain ID'])
    const domainAsProject = await identity.patch(`/v3/users/${user.id}`, {
      user: { default_project_id: 'default' },
    })
    assert.equal(domainAsProject.status, 400)
  })
})
