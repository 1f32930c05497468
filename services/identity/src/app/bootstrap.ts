import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '@nimbo/db/in-transaction'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Bootstrap } from '@nimbo/service/bootstrap-cloud'
import type { Kysely } from 'kysely'
import { type Stores, storesOf } from '../db/stores.ts'
import type { IdentityTables } from '../db/tables.ts'
import { defaultDomain } from '../domain/default-domain.ts'
import type { EndpointInterface, Target, User } from '../domain/records.ts'
import { noPassword } from '../resources/user/password-rules.ts'
import { forRandom, type HashRecipe, recipeOf } from '../domain/authentication/hash-recipe.ts'
import { hashPassword, verifyPassword } from '../resources/user/passwords.ts'

/** Each role implies the next. */
const chainOfRoles = ['admin', 'manager', 'member', 'reader'] as const
const immutable = { immutable: true }

/**
 * Password rules that do not apply to the accounts of services. With lockout, for example, anyone could lock them by sending
 * wrong passwords.
 */
const forServices = {
  ignore_change_password_upon_first_use: true,
  ignore_password_expiry: true,
  ignore_lockout_failure_attempts: true,
  ignore_user_inactivity: true,
}

/** Bootstrapping has no access to keystone.conf, so it hashes with the default options. */
const usualRecipe = recipeOf({ password_hash_algorithm: 'scrypt' })

interface Given {
  readonly password: string
  readonly recipe: HashRecipe
}

const ensureService = async (stores: Stores, type: string, name: string): Promise<string> => {
  const known = await stores.services.findBy({ type, name })
  if (known) return known.id
  const id = newHexId<never>()
  await stores.services.insert({ id, type, name, enabled: true, description: '', extra: {} })
  return id
}

const ensureEndpoint = async (
  stores: Stores,
  serviceId: string,
  region: string,
  kind: EndpointInterface,
  url: string,
): Promise<void> => {
  const key = { service_id: serviceId, region_id: region, interface: kind }
  const known = await stores.endpoints.findBy(key)
  if (!known) await stores.endpoints.insert({ id: newHexId<never>(), ...key, url, enabled: true, extra: {} })
  else if (known.url !== url) await stores.endpoints.update(known, { ...known, url })
}

const ensureCatalog = async (
  stores: Stores,
  region: string,
  endpoints: Bootstrap['endpoints'],
): Promise<void> => {
  await stores.regions.insert({ id: region, description: '', parent_region_id: null, extra: {} })
  for (const { serviceType, serviceName, urls } of endpoints) {
    const serviceId = await ensureService(stores, serviceType, serviceName)
    for (const [kind, url] of Object.entries(urls))
      await ensureEndpoint(stores, serviceId, region, kind as EndpointInterface, url)
  }
}

/** Creates missing records and updates endpoint URLs and passwords of services; can run at every start. */
export const createBootstrap = (db: Kysely<IdentityTables>, clock: Clock) => {
  const stores = storesOf(db)
  const ensureDomain = async (): Promise<void> => {
    await stores.projects.insert({
      id: defaultDomain,
      name: 'Default',
      domain_id: null,
      parent_id: null,
      is_domain: true,
      enabled: true,
      description: 'The default domain',
      options: {},
      extra: {},
    })
  }

  const ensureProject = async (name: string, description: string): Promise<Target> => {
    await stores.projects.insert({
      id: newHexId<never>(),
      name,
      domain_id: defaultDomain,
      parent_id: defaultDomain,
      is_domain: false,
      enabled: true,
      description,
      options: {},
      extra: {},
    })
    const project = await stores.projects.findBy({ name, domain_id: defaultDomain, is_domain: false })
    return { target_type: 'project', target_id: project?.id ?? '' }
  }

  const ensureRole = async (name: string): Promise<string> => {
    const role = { id: newHexId<never>(), name, domain_id: null, description: null }
    await stores.roles.insert({ ...role, options: immutable, extra: {} })
    return (await stores.roles.findBy({ name, domain_id: null }))?.id ?? ''
  }

  const ensureRoles = async (): Promise<Map<string, string>> => {
    const ids = new Map<string, string>()
    for (const name of [...chainOfRoles, 'service']) ids.set(name, await ensureRole(name))
    for (const [index, name] of chainOfRoles.entries()) {
      const [prior, implied] = [ids.get(name), ids.get(chainOfRoles[index + 1] ?? '')]
      if (prior && implied) await stores.relations.addImplied(prior, implied)
    }
    return ids
  }

  const addUser = async (
    name: string,
    { password, recipe }: Given,
    options: JsonObject = {},
  ): Promise<string> => {
    await stores.users.insert({
      ...noPassword,
      id: newHexId<never>(),
      name,
      domain_id: defaultDomain,
      enabled: true,
      default_project_id: null,
      password_hash: await hashPassword(password, recipe),
      created_at: null,
      options,
      extra: {},
    })
    // Another process may have created the user in the meantime.
    return (await findUser(name))?.id ?? ''
  }

  const findUser = (name: string) => stores.users.findBy({ name, domain_id: defaultDomain })

  /** Replacing the password revokes the user's tokens. */
  const renew = (before: User, user: User): Promise<void> =>
    inTransaction(db, async (trx) => {
      const inside = storesOf(trx)
      await inside.users.update(before, user)
      await inside.revocations.add({ userId: user.id, issuedBefore: clock.now() }, timestamp(clock))
    })

  const ensureServiceUser = async (name: string, given: Given): Promise<string> => {
    const { password, recipe } = given
    const user = await findUser(name)
    if (!user) return addUser(name, given, forServices)
    const options = { ...forServices, ...user.options }
    if (!(await verifyPassword(password, user.password_hash, recipe)))
      await renew(user, {
        ...{ ...user, ...noPassword, options },
        password_hash: await hashPassword(password, recipe),
      })
    else if (!isDeepStrictEqual(options, user.options)) await stores.users.update(user, { ...user, options })
    return user.id
  }

  const grant = async (userId: string, target: Target, roleIds: readonly (string | undefined)[]) => {
    for (const role_id of roleIds) {
      if (role_id === undefined) continue
      await stores.assignments.add({
        ...target,
        actor_type: 'user',
        actor_id: userId,
        role_id,
        inherited: false,
      })
    }
  }

  return async (bootstrap: Bootstrap): Promise<void> => {
    const { names = {}, adminPassword, region, endpoints, serviceUsers } = bootstrap
    const recipe = bootstrap.passwordsAreRandom ? forRandom : usualRecipe
    const { user = 'admin', project = 'admin', role = 'admin' } = names
    await ensureDomain()
    const adminProject = await ensureProject(project, 'Bootstrap project for initializing the cloud.')
    const serviceProject = await ensureProject('service', 'Accounts of the services of the cloud.')
    const roles = await ensureRoles()
    const first = (await findUser(user))?.id ?? (await addUser(user, { password: adminPassword, recipe }))
    const granted = [roles.get(role) ?? (await ensureRole(role))]
    await grant(first, adminProject, granted)
    await grant(first, { target_type: 'system', target_id: 'all' }, granted)
    await grant(first, { target_type: 'domain', target_id: defaultDomain }, granted)
    await Promise.all(
      serviceUsers.map(async ({ username, password, roles: more = [] }) => {
        const userId = await ensureServiceUser(username, { password, recipe })
        const own = await Promise.all(more.map(ensureRole))
        await grant(userId, serviceProject, [roles.get('admin'), roles.get('service'), ...own])
      }),
    )
    // No unique key prevents two processes from adding the same catalog entry, hence the transaction.
    await inTransaction(db, (trx) => ensureCatalog(storesOf(trx), region, endpoints))
  }
}
