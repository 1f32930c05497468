import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, signIn } from '@nimbo/testkit/client'
import { joinProject, passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

const looks = async ({ image, placement, network, volume, compute, projectId }: Client) => {
  const answers = await Promise.all([
    image.get('/v2/images'),
    placement.get('/traits'),
    network.get('/v2.0/networks'),
    volume.get(`/v3/${projectId}/volumes`),
    compute.get('/servers'),
  ])
  return answers.map(({ status }) => status)
}

test('in a cloud in one process every service refuses the tokens of a user as soon as it is disabled', async () => {
  await using cloud = await startTestCloud()
  await joinProject(cloud.admin, 'ada', 'admin')
  const enter = () => signIn(cloud.url, { username: 'ada', password: passwordOf('ada'), project: 'ada' })
  const ada = await enter()
  const set = (enabled: boolean) =>
    cloud.admin.identity.patch(`/v3/users/${ada.userId}`, { user: { enabled } })
  assert.deepEqual(await looks(ada), [200, 200, 200, 200, 200])
  assert.equal((await set(false)).status, 200)
  assert.deepEqual(await looks(ada), [401, 401, 401, 401, 401])
  assert.equal((await set(true)).status, 200)
  assert.deepEqual(await looks(ada), [401, 401, 401, 401, 401])
  assert.deepEqual(await looks(await enter()), [200, 200, 200, 200, 200])
})
