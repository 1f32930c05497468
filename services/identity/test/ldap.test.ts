import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { openDirectory } from '../src/resources/ldap/directory.ts'
import { ldapOptions } from '../src/resources/ldap/options.ts'
import { type Reply, startIdentityStory } from './identity-story.ts'
import { lacksSlapd, startSlapd } from './slapd.ts'

const needs = { skip: lacksSlapd }
const message = ({ status, body }: Reply) => [status, body?.error?.message]

/** A cloud with an LDAP domain, and a project of which its developers are members. */
const startCompany = async (on = true, options: Parameters<typeof startSlapd>[0] = {}) => {
  const slapd = await startSlapd(options)
  const story = await startIdentityStory({}, (config) => ({
    ...config,
    identity: { ...config.identity, domain_specific_drivers_enabled: on },
  }))
  const { domain } = await story.asAdmin('POST', '/v3/domains', { domain: { name: 'acme' } })
  const configure = (ldap: object = {}) =>
    story.asAdmin('PUT', `/v3/domains/${domain.id}/config`, {
      config: { identity: { driver: 'ldap' }, ldap: { ...slapd.options, ...ldap } },
    })
  await configure()
  const login = (name: string, password: string, scope?: object) =>
    story.send('POST', '/v3/auth/tokens', {
      json: {
        auth: {
          identity: {
            methods: ['password'],
            password: { user: { name, password, domain: { name: 'acme' } } },
          },
          ...(scope === undefined ? {} : { scope }),
        },
      },
    })
  const { project } = await story.asAdmin('POST', '/v3/projects', { project: { name: 'web' } })
  return {
    slapd,
    story,
    domain,
    project,
    configure,
    login,
    inProject: (name: string) => login(name, `${name}-secret`, { project: { id: project.id } }),
    /** Grants the group of developers a role on the project. */
    let_in: async () => {
      const { groups } = await story.asAdmin('GET', `/v3/groups?domain_id=${domain.id}`)
      const path = `/v3/projects/${project.id}/groups/${groups[0].id}/roles/${await story.roleId('member')}`
      await story.asAdmin('PUT', path)
      return groups[0]
    },
    [Symbol.asyncDispose]: async () => {
      await story[Symbol.asyncDispose]()
      await slapd[Symbol.asyncDispose]()
    },
  }
}

test(
  'LDAP users log in with their LDAP passwords and have the roles of their LDAP groups',
  needs,
  async () => {
    await using company = await startCompany()
    const { story, domain, project, login } = company
    const group = await company.let_in()
    assert.deepEqual([group.name, group.description, group.id.length], ['developers', 'who build', 64])
    const ann = await company.inProject('ann')
    assert.equal(ann.status, 201, JSON.stringify(ann.body))
    const { token } = ann.body
    assert.deepEqual(
      [token.user.name, token.user.domain.id, token.project.id],
      ['ann', domain.id, project.id],
    )
    const id = ann.headers['x-subject-token'] ?? ''
    assert.deepEqual(await story.rolesAtNeighbour(id), ['member', 'reader'])
    const { user } = await story.asAdmin('GET', `/v3/users/${token.user.id}`)
    assert.deepEqual([user.email, user.full_name, user.enabled], ['ann@acme.example', 'Ann', true])
    const again = await login('ann', 'ann-secret')
    assert.equal(again.body.token.user.id, token.user.id)
    for (const password of ['wrong', '', 'bob-secret'])
      assert.equal((await login('ann', password)).status, 401, password)
    for (const name of ['nobody', '*', 'ann)(uid=*', 'a*'])
      assert.equal((await login(name, 'ann-secret')).status, 401, name)
  },
)

test('users and groups of an LDAP domain are listed, and cannot be changed', needs, async () => {
  await using company = await startCompany()
  const { story, domain } = company
  const { users } = await story.asAdmin('GET', `/v3/users?domain_id=${domain.id}`)
  assert.deepEqual(users.map(({ name }: { name: string }) => name).toSorted(), ['ann', 'bob'])
  const { groups } = await story.asAdmin('GET', `/v3/groups?domain_id=${domain.id}`)
  const members = await story.asAdmin('GET', `/v3/groups/${groups[0].id}/users`)
  assert.equal(members.users.length, 2)
  const ofUser = await story.asAdmin('GET', `/v3/users/${users[0].id}/groups`)
  assert.deepEqual(
    ofUser.groups.map(({ id }: { id: string }) => id),
    [groups[0].id],
  )
  const refused = [
    403,
    'You are not authorized to perform the requested action: LDAP does not support write operations.',
  ]
  const ask = (method: string, path: string, json?: object) =>
    story.send(method, path, { token: story.admin, json })
  const user = { name: 'eve', domain_id: domain.id }
  assert.deepEqual(message(await ask('POST', '/v3/users', { user })), refused)
  assert.deepEqual(message(await ask('POST', '/v3/groups', { group: user })), refused)
  assert.deepEqual(message(await ask('PATCH', `/v3/users/${users[0].id}`, { user: { name: 'x' } })), refused)
  assert.deepEqual(message(await ask('DELETE', `/v3/users/${users[0].id}`)), refused)
  assert.deepEqual(message(await ask('DELETE', `/v3/groups/${groups[0].id}`)), refused)
  const member = `/v3/groups/${groups[0].id}/users/${users[0].id}`
  assert.deepEqual(message(await ask('DELETE', member)), refused)
  assert.equal((await ask('POST', '/v3/users', { user: { name: 'eve' } })).status, 201)
})

test('changes of users and groups in LDAP take effect and end the tokens concerned', needs, async () => {
  await using company = await startCompany()
  const { story, slapd, domain } = company
  await company.let_in()
  const ann = (await company.inProject('ann')).headers['x-subject-token'] ?? ''
  const bob = (await company.inProject('bob')).headers['x-subject-token'] ?? ''
  const refresh = () => story.asAdmin('GET', `/v3/users?domain_id=${domain.id}`)
  await slapd.takeOutOfGroup('bob')
  await refresh()
  assert.equal(await story.rolesAtNeighbour(bob), undefined)
  assert.deepEqual(await story.rolesAtNeighbour(ann), ['member', 'reader'])
  assert.equal((await company.inProject('bob')).status, 401)
  await slapd.change('ann', 'employeeType', 'FALSE')
  await refresh()
  assert.equal(await story.rolesAtNeighbour(ann), undefined)
  assert.equal((await company.login('ann', 'ann-secret')).status, 401)
  await slapd.change('ann', 'employeeType', 'TRUE')
  await slapd.change('ann', 'userPassword', 'next')
  assert.equal((await company.login('ann', 'ann-secret')).status, 401)
  assert.equal((await company.login('ann', 'next')).status, 201)
  await slapd.remove('bob')
  const { users } = await refresh()
  const [gone] = users.filter(({ name }: { name: string }) => name === 'bob')
  assert.equal(gone.enabled, false)
  assert.equal((await company.login('bob', 'bob-secret')).status, 401)
})

test('services hear once that an LDAP user is gone', needs, async () => {
  await using company = await startCompany()
  const { story, slapd, domain } = company
  await company.let_in()
  const refresh = () => story.asAdmin('GET', `/v3/users?domain_id=${domain.id}`)
  const { users } = await refresh()
  const bob = users.find(({ name }: { readonly name: string }) => name === 'bob')
  const heard: unknown[] = []
  story.onInvalidated((tokens) => heard.push(tokens))
  await slapd.remove('bob')
  await refresh()
  await refresh()
  await story.asAdmin('GET', `/v3/users/${bob.id}`)
  assert.deepEqual(heard, [{ userIds: [bob.id] }])
})

test('a group that was deleted in LDAP is gone, and has its roles when it is back', needs, async () => {
  await using company = await startCompany()
  const { story, slapd, domain, project } = company
  const { id } = await company.let_in()
  const listed = () => story.asAdmin('GET', `/v3/groups?domain_id=${domain.id}`)
  await slapd.removeGroup('developers')
  assert.deepEqual((await listed()).groups, [])
  assert.equal((await company.inProject('ann')).status, 401)
  await slapd.addGroup('developers', 'ann')
  assert.deepEqual(
    (await listed()).groups.map((group: { readonly id: string }) => group.id),
    [id],
  )
  const { token } = (await company.inProject('ann')).body
  assert.equal(token.project.id, project.id)
})

test('all entries of an LDAP server are read, however many there are', needs, async () => {
  await using slapd = await startSlapd({ moreGroups: 10_001 })
  const read = (options: object) =>
    openDirectory(ldapOptions({ ...slapd.options, ...options }), silentLog).groups()
  assert.equal((await read({})).length, 10_002)
  assert.equal((await read({ page_size: 1000 })).length, 10_002)
})

test(
  'LDAP users have the default project and LDAP groups the attributes that options map',
  needs,
  async () => {
    await using company = await startCompany()
    const { story, slapd, domain, project } = company
    await slapd.change('ann', 'departmentNumber', project.id)
    const mapping = { user_default_project_id_attribute: 'departmentNumber', user_attribute_ignore: [] }
    await company.configure({ ...mapping, group_additional_attribute_mapping: ['description:purpose'] })
    await company.let_in()
    const { token } = (await company.login('ann', 'ann-secret')).body
    assert.equal(token.project.id, project.id)
    const { groups } = await story.asAdmin('GET', `/v3/groups?domain_id=${domain.id}`)
    assert.equal(groups[0].purpose, 'who build')
  },
)

test('user_enabled_emulation judges by members, or as groups are configured', needs, async () => {
  await using company = await startCompany()
  const { slapd, login } = company
  await slapd.addGroup('enabled', 'ann')
  const emulation = {
    user_enabled_emulation: true,
    user_enabled_emulation_dn: `cn=enabled,${slapd.options.group_tree_dn}`,
  }
  const statuses = async () => [
    (await login('ann', 'ann-secret')).status,
    (await login('bob', 'bob-secret')).status,
  ]
  await company.configure({ ...emulation, group_member_attribute: 'owner' })
  assert.deepEqual(await statuses(), [201, 401])
  await company.configure({
    ...emulation,
    group_member_attribute: 'owner',
    user_enabled_emulation_use_group_config: true,
  })
  assert.deepEqual(await statuses(), [401, 401])
  await company.configure({ ...emulation, user_enabled_invert: true, user_attribute_ignore: ['enabled'] })
  assert.deepEqual(await statuses(), [201, 201])
})

test('a directory may lack the group of enabled users, all groups or all users', needs, async () => {
  await using company = await startCompany()
  const { slapd, story, domain, login } = company
  const nowhere = `ou=nowhere,${slapd.options.suffix}`
  await company.configure({ user_enabled_emulation: true })
  assert.equal((await login('ann', 'ann-secret')).status, 401)
  const { users } = await story.asAdmin('GET', `/v3/users?domain_id=${domain.id}`)
  assert.deepEqual(
    users.map(({ enabled }: { readonly enabled: boolean }) => enabled),
    [false, false],
  )
  await company.configure({ group_tree_dn: nowhere })
  assert.equal((await login('ann', 'ann-secret')).status, 201)
  assert.deepEqual((await story.asAdmin('GET', `/v3/groups?domain_id=${domain.id}`)).groups, [])
  await company.configure({ user_tree_dn: nowhere })
  assert.equal((await login('ann', 'ann-secret')).status, 401)
})

test('attributes of LDAP groups in group_attribute_ignore are not read', needs, async () => {
  await using company = await startCompany()
  await company.configure({ group_attribute_ignore: ['description'] })
  const { groups } = await company.story.asAdmin('GET', `/v3/groups?domain_id=${company.domain.id}`)
  assert.deepEqual([groups[0].name, groups[0].description], ['developers', ''])
})

test('an LDAP server is trusted by a certificate in tls_cacertdir', needs, async () => {
  await using company = await startCompany(true, { secured: true })
  const { slapd } = company
  const secured = { url: slapd.url.replace('127.0.0.1', 'localhost'), use_tls: true }
  await company.configure(secured)
  assert.equal((await company.login('ann', 'ann-secret')).status, 500)
  await company.configure({ ...secured, tls_cacertdir: slapd.authorities })
  const { status, body } = await company.login('ann', 'ann-secret')
  assert.equal(status, 201, JSON.stringify(body))
})

test(
  'reading LDAP users who have not changed leaves their tokens in the caches of services',
  needs,
  async () => {
    await using company = await startCompany()
    const { story, domain } = company
    await company.let_in()
    const token = (await company.inProject('ann')).headers['x-subject-token'] ?? ''
    await story.rolesAtNeighbour(token)
    await story.asAdmin('GET', `/v3/users?domain_id=${domain.id}`)
    const before = story.spans.length
    assert.deepEqual(await story.rolesAtNeighbour(token), ['member', 'reader'])
    assert.deepEqual(
      story.spans.slice(before).map(({ attributes }) => attributes.cached),
      [true],
    )
  },
)

test('an application credential of a user who was disabled in LDAP gives no more tokens', needs, async () => {
  await using company = await startCompany()
  const { story, slapd } = company
  await company.let_in()
  const { body, headers } = await company.inProject('ann')
  const path = `/v3/users/${body.token.user.id}/application_credentials`
  const made = await story.send('POST', path, {
    token: headers['x-subject-token'],
    json: { application_credential: { name: 'ci' } },
  })
  const { id, secret } = made.body.application_credential
  const identity = { methods: ['application_credential'], application_credential: { id, secret } }
  const login = () => story.send('POST', '/v3/auth/tokens', { json: { auth: { identity } } })
  assert.equal((await login()).status, 201)
  await slapd.change('ann', 'employeeType', 'FALSE')
  story.skip(60_000)
  assert.equal((await login()).status, 401)
})

test(
  'LDAP users are named by user_name_attribute, and those outside user_filter cannot log in',
  needs,
  async () => {
    await using company = await startCompany()
    await company.configure({ user_name_attribute: 'cn', user_filter: '(!(uid=ann))' })
    assert.equal((await company.login('Bob (Builder)*', 'bob-secret')).status, 201)
    assert.equal((await company.login('bob', 'bob-secret')).status, 401)
    assert.equal((await company.login('Ann', 'ann-secret')).status, 401)
  },
)

test(
  'a login fails with a clear message if the LDAP server refuses the bind or is unreachable',
  needs,
  async () => {
    await using company = await startCompany()
    const { slapd, login } = company
    await company.configure({ password: 'wrong' })
    assert.deepEqual(message(await login('ann', 'ann-secret')), [
      500,
      'Unable to authenticate against Identity backend - Invalid username or password',
    ])
    await company.configure()
    assert.equal((await login('ann', 'ann-secret')).status, 201)
    await slapd.stop()
    assert.deepEqual(message(await login('ann', 'ann-secret')), [
      500,
      `Unable to establish a connection to LDAP Server (${slapd.url}).`,
    ])
    const token = await company.story.tokenFor('admin', 'admin-secret')
    assert.ok(token)
  },
)

test('a domain does not use LDAP while domain_specific_drivers_enabled is off', needs, async () => {
  await using company = await startCompany(false)
  assert.equal((await company.login('ann', 'ann-secret')).status, 401)
})
