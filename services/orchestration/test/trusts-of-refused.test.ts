import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { servicesWithApi } from '@nimbo/testkit/services-with-api'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/**
 * A request for a stack that is refused because another one came first, after the user's trust was made. `meanwhile` is what
 * happens before Keystone makes the next trust.
 */
const keystone: { meanwhile?: () => Promise<void> } = {}
const cloud = ownCloud({
  services: servicesWithApi('keystone', (api) => async (request) => {
    const { meanwhile } = keystone
    if (meanwhile === undefined || request.method !== 'POST' || !request.path.endsWith('/OS-TRUST/trusts'))
      return api(request)
    delete keystone.meanwhile
    await meanwhile()
    return api(request)
  }),
})
const stacks = stacksOf(() => cloud().admin)

const trusts = async (trustor: string): Promise<number> => {
  const { body } = await cloud().admin.identity.get(`/v3/OS-TRUST/trusts?trustor_user_id=${trustor}`)
  return body.trusts.length
}

const template = (value: string) =>
  outputTemplate({ word: { type: 'OS::Heat::TestResource', properties: { value } } })

test('of two stacks of one name requested at once, the refused one leaves no trust behind', async () => {
  const { userId } = cloud().admin
  let place = ''
  keystone.meanwhile = async () => {
    place = await stacks.create('twin', template('first'))
  }
  const twin = { stack_name: 'twin', template: template('second') }
  assert.equal((await stacks.door.post(stacks.path('/stacks'), twin)).status, 409)
  await stacks.outputs(place)
  assert.equal(await trusts(userId), 1)
  await stacks.drop(place)
})

test('an update that is refused because another one came first leaves no trust behind', async () => {
  const { identity, projectId } = cloud().admin
  const place = await stacks.create('shared', template('first'))
  await stacks.outputs(place)
  const { userId } = await cloud().person('carol')
  const { roles } = (await identity.get('/v3/roles?name=member')).body
  await identity.put(`/v3/projects/${projectId}/users/${userId}/roles/${roles[0].id}`)
  const carol = await signIn(cloud().url, {
    ...{ username: 'carol', password: passwordOf('carol'), project: 'admin' },
  })
  keystone.meanwhile = () => stacks.update(place, template('second'))
  const { status } = await carol.orchestration.put(stacks.path(place), { template: template('third') })
  assert.equal(status, 409)
  assert.equal(await trusts(userId), 0)
  await stacks.outputs(place)
  await stacks.drop(place)
})
