import assert from 'node:assert/strict'
import type { Context } from '@nimbo/kernel/context'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

/** A kind of caller: the token, and the context that a service derives from it. */
export interface Persona {
  readonly name: string
  readonly token: string | undefined
  readonly context: Context
}

const nowhere = { requestId: 'req-policy', trace: { traceId: '0'.repeat(32), spanId: '0'.repeat(16) } }

interface TokenBody {
  readonly user: { readonly id: string; readonly domain: { readonly id: string } }
  readonly project?: { readonly id: string; readonly domain: { readonly id: string } }
  readonly system?: { readonly all: boolean }
  readonly roles: readonly { readonly name: string }[]
}

const contextOf = ({ user, project, system, roles }: TokenBody): Context => ({
  ...nowhere,
  userId: user.id,
  userDomainId: user.domain.id,
  roles: roles.map(({ name }) => name),
  ...(project ? { projectId: project.id, projectDomainId: project.domain.id } : {}),
  ...(system?.all ? { systemScope: 'all' } : {}),
})

type Scope = { readonly project: { readonly id: string } } | { readonly system: { readonly all: true } }

const signIn = async (
  { url }: TestCloud,
  name: string,
  user: { readonly id: string; readonly password: string },
  scope: Scope,
): Promise<Persona> => {
  const response = await fetch(`${url}/identity/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity: { methods: ['password'], password: { user } }, scope } }),
  })
  assert.equal(response.status, 201, name)
  const { token }: { readonly token: TokenBody } = Object(await response.json())
  return { name, token: response.headers.get('x-subject-token') ?? undefined, context: contextOf(token) }
}

/** Creates a user with one role in a project, and signs in as the user. */
const join = async (cloud: TestCloud, name: string, role: string, projectId: string): Promise<Persona> => {
  const { identity } = cloud.admin
  const password = `${name}-secret`
  const made = await identity.post('/v3/users', { user: { name, password } })
  const roles = await identity.get(`/v3/roles?name=${role}`)
  const { id } = made.body.user
  await identity.put(`/v3/projects/${projectId}/users/${id}/roles/${roles.body.roles[0].id}`)
  return signIn(cloud, name, { id, password }, { project: { id: projectId } })
}

/** All kinds of callers that rules distinguish: without a token, with each role in the project, system admin, other project. */
export const makePersonas = async (cloud: TestCloud, projectId: string): Promise<readonly Persona[]> => {
  const other = await cloud.admin.identity.post('/v3/projects', { project: { name: 'other' } })
  const { userId } = cloud.admin
  const admin = { id: userId, password: cloud.access.password }
  return [
    { name: 'anonymous', token: undefined, context: { ...nowhere, roles: [] } },
    ...(await Promise.all(
      ['reader', 'member', 'manager', 'admin', 'service'].map((role) =>
        join(cloud, `${role} of acme`, role, projectId),
      ),
    )),
    await signIn(cloud, 'admin of the system', admin, { system: { all: true } }),
    await join(cloud, 'stranger', 'member', other.body.project.id),
  ]
}
