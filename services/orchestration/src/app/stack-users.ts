import { asService, type ServiceCredentials, serviceTokens } from '@nimbo/clients/service-tokens'
import { serviceClient } from '@nimbo/clients/service-client'
import { identityApi } from '@nimbo/contracts/identity/api'
import { createDomain, listDomains } from '@nimbo/contracts/identity/domains'
import { createEc2Credential, listEc2Credentials } from '@nimbo/contracts/identity/ec2-credentials'
import { grantFamilies } from '@nimbo/contracts/identity/grants'
import { createProject, deleteProject, listProjects } from '@nimbo/contracts/identity/projects'
import { createRole, listRoles } from '@nimbo/contracts/identity/roles'
import { createUser, deleteUser, listUsers } from '@nimbo/contracts/identity/users'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Stack } from '../db/stacks.ts'
import { stackUserRole } from '../domain/stack-user.ts'
import { errors } from '../errors.ts'

interface Deps {
  readonly transport: Transport
  readonly credentials: ServiceCredentials
  readonly clock: Clock
  /** The domain of these users: by its id, or by a name, under which it is created if missing. */
  readonly domain: { readonly id: string | undefined; readonly name: string }
}

interface Identified {
  readonly id: string
}

interface Key {
  readonly access: string
  readonly secret: string
}

interface Place {
  readonly domainId: string
  readonly roleId: string
}

/** Manages the users that stacks create for their resources, in a domain of their own and with one project per stack. */
export interface StackUsers {
  domainId(ctx: Context): Promise<string>
  /** Finds or creates the project of a stack's users; resolves to its id. */
  project(ctx: Context, stack: Stack): Promise<string>
  /** Finds or creates the user of that name, with the stack user role on the project; resolves to its id. */
  user(ctx: Context, wanted: { name: string; password: string; projectId: string }): Promise<string>
  /** Finds or creates the user's EC2 key; it is deleted with the user. */
  key(ctx: Context, user: { userId: string; projectId: string }): Promise<Key>
  forgetUser(ctx: Context, name: string): Promise<void>
  forgetProject(ctx: Context, projectId: string): Promise<void>
}

const options = {
  ignore_change_password_upon_first_use: true,
  ignore_password_expiry: true,
  ignore_user_inactivity: true,
}

const grantOfUser = () => {
  const family = grantFamilies.find(
    ({ family: { actor, target, inherited } }) => actor === 'user' && target === 'project' && !inherited,
  )
  if (family === undefined) throw new TypeError('there are no roles of a user on a project')
  return family.create
}

/** Finds or creates something, even if another process creates it concurrently; resolves to its id. */
const ensure = async (
  find: () => Promise<readonly Identified[]>,
  make: () => Promise<Identified>,
): Promise<string> => {
  const [known] = await find()
  if (known) return known.id
  try {
    return (await make()).id
  } catch (error) {
    const [others] = isRemote(error, 409) ? await find() : []
    if (others) return others.id
    throw error
  }
}

export const stackUsers = ({ transport, credentials, clock, domain }: Deps): StackUsers => {
  const authenticate = asService(serviceTokens(transport, credentials, clock))
  const identity = serviceClient({ transport, api: identityApi, authenticate })
  let place: Promise<Place> | undefined

  const findPlace = async (ctx: Context): Promise<Place> => {
    const { name } = domain
    const domainId =
      domain.id ??
      (await ensure(
        async () => (await identity.call(ctx, listDomains, { query: { name } })).domains,
        async () => {
          const body = { domain: { name, description: 'Users and projects of stacks' } }
          return (await identity.call(ctx, createDomain, { body })).domain
        },
      ))
    const roleId = await ensure(
      async () => (await identity.call(ctx, listRoles, { query: { name: stackUserRole } })).roles,
      async () => (await identity.call(ctx, createRole, { body: { role: { name: stackUserRole } } })).role,
    )
    return { domainId, roleId }
  }
  const placeOf = (ctx: Context): Promise<Place> => {
    place ??= findPlace(ctx)
    place.catch(() => {
      place = undefined
    })
    return place
  }
  const named = async (ctx: Context, name: string): Promise<readonly Identified[]> => {
    const { domainId: domain_id } = await placeOf(ctx)
    return (await identity.call(ctx, listUsers, { query: { name, domain_id } })).users
  }
  return {
    domainId: async (ctx) => (await placeOf(ctx)).domainId,
    project: async (ctx, stack) => {
      const { domainId: domain_id } = await placeOf(ctx)
      const name: string = stack.id
      const project = { name, domain_id, description: `Users of the stack ${stack.name}` }
      return ensure(
        async () => (await identity.call(ctx, listProjects, { query: { name, domain_id } })).projects,
        async () => (await identity.call(ctx, createProject, { body: { project } })).project,
      )
    },
    user: async (ctx, { name, password, projectId }) => {
      const { domainId: domain_id, roleId: role_id } = await placeOf(ctx)
      const user = { name, password, domain_id, default_project_id: projectId, options }
      const user_id = await ensure(
        () => named(ctx, name),
        async () => (await identity.call(ctx, createUser, { body: { user } })).user,
      )
      await identity.call(ctx, grantOfUser(), { path: { project_id: projectId, user_id, role_id } })
      return user_id
    },
    key: async (ctx, { userId: user_id, projectId: tenant_id }) => {
      const path = { user_id }
      const [known] = (await identity.call(ctx, listEc2Credentials, { path })).credentials
      return (
        known ?? (await identity.call(ctx, createEc2Credential, { path, body: { tenant_id } })).credential
      )
    },
    forgetUser: async (ctx, name) => {
      for (const { id: user_id } of await named(ctx, name))
        await unlessNotFound(identity.call(ctx, deleteUser, { path: { user_id } }))
    },
    forgetProject: async (ctx, project_id) => {
      await unlessNotFound(identity.call(ctx, deleteProject, { path: { project_id } }))
    },
  }
}

/** Throws a 403 when a stack's user asks for a resource other than the one it was created for. */
export const refuseOthersUser = (ctx: Context, stack: Stack, userId: string | undefined): void => {
  const isStackUser = ctx.roles.includes(stackUserRole) || ctx.projectId !== stack.project_id
  if (isStackUser && (userId === undefined || ctx.userId !== userId))
    throw errors.Forbidden({ rule: 'a resource of another user of the stack' })
}
