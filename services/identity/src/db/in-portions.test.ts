import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@nimbo/testing/test-database'
import type { Project, RoleAssignment, User } from '../domain/records.ts'
import { identityMigrations } from '../migrations.ts'
import { storesOf } from './stores.ts'
import type { IdentityTables } from './tables.ts'

const now = '2026-01-31T12:00:00Z'
/** More than a statement of the database can take. */
const ids = Array.from({ length: 70_000 }, (_, number) => String(number).padStart(5, '0')).reverse()

const project: Omit<Project, 'id' | 'name'> = {
  ...{ domain_id: 'd', parent_id: 'd', is_domain: false, enabled: true, description: '' },
  ...{ options: {}, extra: {} },
}
const user: Omit<User, 'id' | 'name'> = {
  ...{ domain_id: 'd', enabled: true, default_project_id: null, password_hash: null },
  ...{ password_expires_at: null, password_created_at: null, password_self_service: false },
  ...{ created_at: now, options: {}, extra: {} },
}

test('tags, logins and role assignments are read of any number of projects and users', async () => {
  const { db, close } = await testDatabase<IdentityTables>(identityMigrations)
  const { projects, users, roles, relations, loginRecords, assignments } = storesOf(db)
  const domain = { ...project, id: 'd', name: 'd', is_domain: true, domain_id: null, parent_id: null }
  await projects.insert(domain)
  await roles.insert({ id: 'r', name: 'r', domain_id: null, description: null, options: {}, extra: {} })
  const made: RoleAssignment[] = []
  for (const id of ['00000', '69999']) {
    await projects.insert({ ...project, id, name: id })
    await relations.replaceTags(id, ['two', 'one'])
    await users.insert({ ...user, id, name: id })
    await loginRecords.countFailure(id, now)
    const one = { actor_id: id, target_id: id, role_id: 'r', inherited: false } as const
    made.push({ ...one, actor_type: 'user', target_type: 'project' })
    await assignments.add({ ...one, actor_type: 'user', target_type: 'project' })
  }
  const tags = await relations.tagsOf(ids)
  assert.deepEqual(
    [tags.size, tags.get('00000'), tags.get('69999')],
    [70_000, ['one', 'two'], ['one', 'two']],
  )
  const failed = await loginRecords.findMany(ids)
  assert.deepEqual(
    failed.map(({ user_id }) => user_id),
    ['00000', '69999'],
  )
  assert.deepEqual(await assignments.list({}, ids), made)
  await close()
})
