import type { Stores } from '../db/stores.ts'
import type { Project, User } from '../domain/records.ts'
import { domainNamed } from '../resources/domain/domain-named.ts'

/** A domain by id or name; a user or project by id, or by name and domain. */
export interface DomainSpec {
  readonly id?: string | undefined
  readonly name?: string | undefined
}

export interface NamedInDomain extends DomainSpec {
  readonly domain?: DomainSpec | undefined
}

/** Finds users, projects and domains as a login names them; undefined for those that do not exist. */
export const principalFinder = (stores: Stores) => {
  const domain = async ({ id, name }: DomainSpec): Promise<Project | undefined> => {
    if (id === undefined && name === undefined) return undefined
    const found = id === undefined ? await domainNamed(stores, name ?? '') : await stores.projects.find(id)
    return found?.is_domain ? found : undefined
  }

  const user = async (spec: NamedInDomain): Promise<User | undefined> => {
    if (spec.id !== undefined) return stores.users.find(spec.id)
    const within = await domain(spec.domain ?? {})
    return within && stores.users.findBy({ name: spec.name ?? '', domain_id: within.id })
  }

  const project = async (spec: NamedInDomain): Promise<Project | undefined> => {
    if (spec.id !== undefined) return stores.projects.find(spec.id)
    const within = await domain(spec.domain ?? {})
    return within && stores.projects.findBy({ name: spec.name ?? '', domain_id: within.id, is_domain: false })
  }

  return { domain, user, project }
}
