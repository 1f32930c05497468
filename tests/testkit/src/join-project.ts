import assert from 'node:assert/strict'
import type { Client } from './client.ts'

export type RoleName = 'reader' | 'member' | 'admin' | 'service'

/** The password of users created by {@link joinProject}. */
export const passwordOf = (name: string): string => `${name}-secret`

/** Creates a project and a user of the same name with this role in it. */
export const joinProject = async ({ identity }: Client, name: string, role: RoleName): Promise<void> => {
  const project = await identity.post('/v3/projects', { project: { name } })
  const user = await identity.post('/v3/users', { user: { name, password: passwordOf(name) } })
  const roles = await identity.get(`/v3/roles?name=${role}`)
  const grant = await identity.put(
    `/v3/projects/${project.body.project.id}/users/${user.body.user.id}/roles/${roles.body.roles[0].id}`,
  )
  assert.equal(grant.status, 204, JSON.stringify(grant.body))
}
