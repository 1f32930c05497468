import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ReceivedNotifications, receiveAll, telling } from '@nimbo/testkit/received-notifications'
import type { KeystoneConfig } from '../src/config.ts'
import { type Body, startIdentityStory } from './identity-story.ts'

/** Identity with notifications enabled; those about its setup, such as the admin's first login, have already been sent. */
const tellingStory = async (config: (config: KeystoneConfig) => KeystoneConfig = (same) => same) => {
  const story = await startIdentityStory({}, (defaults) => config(telling(defaults)))
  await story.settled()
  return story
}

const withDefaults =
  (changes: Partial<KeystoneConfig['DEFAULT']>) =>
  (config: KeystoneConfig): KeystoneConfig => ({ ...config, DEFAULT: { ...config.DEFAULT, ...changes } })

const payload = (heard: ReceivedNotifications, event: string): Body => heard.last(event).payload

describe('notifications of identity', () => {
  it('announce changes to users, groups, projects, domains, roles and tags', async () => {
    await using story = await tellingStory()
    await using heard = await receiveAll(story.bus)
    const { asAdmin, settled } = story
    const make = async (kind: string, body: object): Promise<string> =>
      (await asAdmin('POST', `/v3/${kind}s`, { [kind]: body }))[kind].id
    const domain = await make('domain', { name: 'd' })
    const project = await make('project', { name: 'p', domain_id: domain, tags: ['old'] })
    const user = await make('user', { name: 'u', domain_id: domain, password: 'pw' })
    const group = await make('group', { name: 'g', domain_id: domain })
    const role = await make('role', { name: 'r' })
    await asAdmin('PATCH', `/v3/projects/${project}`, { project: { enabled: false } })
    await asAdmin('PUT', `/v3/projects/${project}/tags`, { tags: ['new'] })
    await asAdmin('PATCH', `/v3/users/${user}`, { user: { enabled: false } })
    await asAdmin('PATCH', `/v3/groups/${group}`, { group: { description: 'x' } })
    await asAdmin('PATCH', `/v3/roles/${role}`, { role: { description: 'x' } })
    await asAdmin('DELETE', `/v3/roles/${role}`)
    await asAdmin('PATCH', `/v3/domains/${domain}`, { domain: { enabled: false } })
    await asAdmin('DELETE', `/v3/domains/${domain}`)
    await settled()

    const about = (kind: string, id: string) =>
      heard
        .events(id)
        .filter((event) => event.startsWith(`identity.${kind}.`))
        .map((event) => event.split('.').at(-1))
    assert.deepEqual(about('domain', domain), ['created', 'updated', 'disabled', 'deleted'])
    assert.deepEqual(about('project', project), ['created', 'updated', 'disabled', 'deleted'])
    assert.deepEqual(about('user', user), ['created', 'updated', 'disabled', 'deleted'])
    assert.deepEqual(about('group', group), ['created', 'updated', 'deleted'])
    assert.deepEqual(about('role', role), ['created', 'updated', 'deleted'])
    const tags = heard.messages
      .filter(({ event_type }) => event_type.includes('project tag'))
      .map(({ event_type, payload }) => [event_type, (payload as Body).resource_info])
    assert.deepEqual(tags, [
      ['identity.project tag.created', 'old'],
      ['identity.project tag.created', 'new'],
      ['identity.project tag.deleted', 'old'],
    ])
    await heard.assertDeclared()
  })

  it('are audit events that name the user who made the change', async () => {
    await using story = await tellingStory()
    await using heard = await receiveAll(story.bus)
    const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'u', password: 'secret' } })
    await story.settled()
    const message = heard.last('identity.user.created')
    assert.match(message.publisher_id, /^identity\../)
    const { initiator, target, action, outcome, resource_info, ...event } = payload(
      heard,
      'identity.user.created',
    )
    assert.deepEqual([action, outcome, resource_info], ['created.user', 'success', user.id])
    assert.deepEqual(target, { typeURI: 'data/security/account/user', id: user.id })
    assert.deepEqual([initiator.username, initiator.id], ['admin', message._context_user_id])
    assert.match(event.eventTime, /^\d{4}-\d\d-\d\dT[\d:.]+\+0000$/)
    assert.ok(!JSON.stringify(heard.messages).includes('secret'))
  })

  it('announce role assignments that are created and deleted', async () => {
    await using story = await tellingStory()
    const { user, project } = await story.member('ann')
    await story.settled()
    await using heard = await receiveAll(story.bus)
    const role = await story.roleId('reader')
    const path = `/v3/projects/${project.id}/users/${user.id}/roles/${role}`
    await story.asAdmin('PUT', path)
    await story.asAdmin('DELETE', path)
    await story.settled()
    assert.deepEqual(heard.events(), ['identity.role_assignment.created', 'identity.role_assignment.deleted'])
    const given = payload(heard, 'identity.role_assignment.created')
    assert.deepEqual(
      [given.user, given.project, given.role, given.inherited_to_projects],
      [user.id, project.id, role, false],
    )
    await heard.assertDeclared()
  })

  it('announce changes to the catalog and to application credentials', async () => {
    await using story = await tellingStory()
    const { user, token } = await story.member('ann')
    await story.settled()
    await using heard = await receiveAll(story.bus)
    const { asAdmin } = story
    await asAdmin('PUT', '/v3/regions/two', { region: {} })
    const { service } = await asAdmin('POST', '/v3/services', { service: { type: 'x', name: 'x' } })
    const { endpoint } = await asAdmin('POST', '/v3/endpoints', {
      endpoint: { service_id: service.id, interface: 'public', url: 'http://x', region_id: 'two' },
    })
    await asAdmin('PATCH', '/v3/regions/two', { region: { description: 'x' } })
    await asAdmin('PATCH', `/v3/services/${service.id}`, { service: { name: 'y' } })
    await asAdmin('PATCH', `/v3/endpoints/${endpoint.id}`, { endpoint: { url: 'http://y' } })
    await asAdmin('DELETE', `/v3/endpoints/${endpoint.id}`)
    await asAdmin('DELETE', `/v3/services/${service.id}`)
    await asAdmin('DELETE', '/v3/regions/two')
    const own = `/v3/users/${user.id}/application_credentials`
    const json = { application_credential: { name: 'bot' } }
    const made = await story.send('POST', own, { token, json })
    await story.send('DELETE', `${own}/${made.body.application_credential.id}`, { token })
    await story.settled()
    assert.deepEqual(heard.events(), [
      ...['region', 'service', 'endpoint'].map((kind) => `identity.${kind}.created`),
      ...['region', 'service', 'endpoint'].map((kind) => `identity.${kind}.updated`),
      ...['endpoint', 'service', 'region'].map((kind) => `identity.${kind}.deleted`),
      ...['created', 'deleted'].map((verb) => `identity.application_credential.${verb}`),
    ])
    await heard.assertDeclared()
  })

  it('announce failed logins, and successful ones only if notification_opt_out allows them', async () => {
    for (const [optedOut, outcomes] of [
      [undefined, ['failure']],
      [[], ['success', 'failure']],
      [['identity.authenticate'], []],
    ] as const) {
      await using story = await tellingStory(
        withDefaults(optedOut === undefined ? {} : { notification_opt_out: optedOut }),
      )
      await using heard = await receiveAll(story.bus)
      await story.login('admin', 'admin-secret')
      await story.login('admin', 'a guess')
      await story.settled()
      const told = heard.messages.map(({ payload }) => (payload as Body).outcome)
      assert.deepEqual(told, outcomes)
      if (outcomes.length > 0) {
        const { initiator, action } = payload(heard, 'identity.authenticate')
        assert.deepEqual([action, initiator.host.address], ['authenticate', '127.0.0.1'])
      }
      await heard.assertDeclared()
    }
  })

  it('have only the id of the resource in the basic format', async () => {
    await using story = await tellingStory(withDefaults({ notification_format: 'basic' }))
    await using heard = await receiveAll(story.bus)
    const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'u' } })
    await story.settled()
    assert.deepEqual(payload(heard, 'identity.user.created'), { resource_info: user.id })
  })

  it('are sent only if an operator enables them', async () => {
    await using story = await startIdentityStory()
    await using heard = await receiveAll(story.bus)
    await story.login('admin', 'a guess')
    await story.member('ann')
    await story.settled()
    assert.deepEqual(heard.events(), [])
  })
})
