import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from '../../../test/identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>
type Named = { readonly id: string }

const ids = (records: readonly Named[]) => records.map(({ id }) => id)

/** The endpoints in the catalog of a new token for Ann. */
const inCatalog = async (story: Story, projectId: string): Promise<string[]> => {
  const { body } = await story.login('ann', 'pw', { project: { id: projectId } })
  return body.token.catalog.flatMap(({ endpoints }: { endpoints: Named[] }) => ids(endpoints))
}

test('a project’s catalog has the endpoints and endpoint groups associated with it, or all if there are none', async () => {
  await using story = await startIdentityStory()
  const { project } = await story.member('ann')
  const every: { id: string; interface: string }[] = (await story.asAdmin('GET', '/v3/endpoints')).endpoints
  assert.equal((await inCatalog(story, project.id)).length, every.length)
  const [first] = every
  const base = `/v3/OS-EP-FILTER/projects/${project.id}`
  const path = `${base}/endpoints/${first?.id}`
  assert.equal((await story.send('HEAD', path, { token: story.admin })).status, 404)
  for (const _ of ['once', 'twice']) await story.asAdmin('PUT', path)
  for (const method of ['HEAD', 'GET'])
    assert.equal((await story.send(method, path, { token: story.admin })).status, 204)
  assert.deepEqual(await inCatalog(story, project.id), [first?.id])
  const { projects } = await story.asAdmin('GET', `/v3/OS-EP-FILTER/endpoints/${first?.id}/projects`)
  assert.deepEqual(ids(projects), [project.id])

  const order = { name: 'admins', filters: { interface: 'admin' } }
  const { endpoint_group: group } = await story.asAdmin('POST', '/v3/OS-EP-FILTER/endpoint_groups', {
    endpoint_group: order,
  })
  const groupPath = `/v3/OS-EP-FILTER/endpoint_groups/${group.id}`
  await story.asAdmin('PUT', `${groupPath}/projects/${project.id}`)
  const admins = ids(every.filter((one) => one.interface === 'admin'))
  assert.deepEqual(
    ids((await story.asAdmin('GET', `${groupPath}/endpoints`)).endpoints).toSorted(),
    admins.toSorted(),
  )
  assert.deepEqual(ids((await story.asAdmin('GET', `${groupPath}/projects`)).projects), [project.id])
  assert.deepEqual(ids((await story.asAdmin('GET', `${base}/endpoint_groups`)).endpoint_groups), [group.id])
  const tied = await story.asAdmin('GET', `${groupPath}/projects/${project.id}`)
  assert.equal(tied.project_endpoint_group.endpoint_group_id, group.id)
  const both = [...new Set([...admins, first?.id])]
  assert.deepEqual((await inCatalog(story, project.id)).toSorted(), both.toSorted())
  assert.deepEqual(
    ids((await story.asAdmin('GET', `${base}/endpoints`)).endpoints).toSorted(),
    both.toSorted(),
  )

  await story.asAdmin('DELETE', path)
  await story.asAdmin('DELETE', `${groupPath}/projects/${project.id}`)
  for (const gone of [path, `${groupPath}/projects/${project.id}`])
    assert.equal((await story.send('DELETE', gone, { token: story.admin })).status, 404)
  assert.equal((await inCatalog(story, project.id)).length, every.length)
})

test('without return_all_endpoints_if_no_filter, a project with no associated endpoints has an empty catalog', async () => {
  await using story = await startIdentityStory({}, (config) => ({
    ...config,
    endpoint_filter: { return_all_endpoints_if_no_filter: false },
  }))
  const { project } = await story.member('ann')
  assert.deepEqual(await inCatalog(story, project.id), [])
})

test('operators create, change and delete endpoint groups, and unknown filters are refused', async () => {
  await using story = await startIdentityStory()
  const { token } = await story.member('ann')
  const groups = '/v3/OS-EP-FILTER/endpoint_groups'
  const order = { name: 'one', filters: { region_id: 'RegionOne' } }
  const { endpoint_group: group } = await story.asAdmin('POST', groups, { endpoint_group: order })
  assert.equal(group.description, null)
  const path = `${groups}/${group.id}`
  assert.equal((await story.send('HEAD', path, { token: story.admin })).status, 200)
  const changed = await story.asAdmin('PATCH', path, { endpoint_group: { description: 'x' } })
  assert.deepEqual([changed.endpoint_group.description, changed.endpoint_group.filters], ['x', order.filters])
  for (const filters of [{ colour: 'red' }, { interface: 'secret' }]) {
    const json = { endpoint_group: { name: 'x', filters } }
    assert.equal((await story.send('POST', groups, { token: story.admin, json })).status, 400)
  }
  assert.equal((await story.send('GET', groups, { token })).status, 403)
  await story.asAdmin('DELETE', path)
  const gone = await story.send('GET', path, { token: story.admin })
  assert.deepEqual(
    [gone.status, gone.body.error.message],
    [404, `Could not find Endpoint Group: ${group.id}.`],
  )
})
