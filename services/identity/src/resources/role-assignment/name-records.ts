import type { Deps } from '../../app/deps.ts'

export interface NamedRecord {
  readonly name: string
  readonly domain?: { readonly id: string; readonly name: string }
}

/** The names of users, groups, projects, domains and roles by id, each with its domain. */
export const createNameRecords =
  ({ stores }: Pick<Deps, 'stores'>) =>
  async (ids: readonly string[]): Promise<Map<string, NamedRecord>> => {
    const wanted = [...new Set(ids)]
    const records: { id: string; name: string; domain_id: string | null }[] = (
      await Promise.all([
        stores.users.findMany(wanted),
        stores.groups.findMany(wanted),
        stores.projects.findMany(wanted),
        stores.roles.findMany(wanted),
      ])
    ).flat()
    const domainIds = records.map(({ domain_id }) => domain_id).filter((id) => id !== null)
    const domains = new Map(
      (await stores.projects.findMany([...new Set(domainIds)])).map((one) => [one.id, one]),
    )
    return new Map(
      records.map(({ id, name, domain_id }): [string, NamedRecord] => {
        const domain = domain_id === null ? undefined : domains.get(domain_id)
        return [id, { name, ...(domain ? { domain: { id: domain.id, name: domain.name } } : {}) }]
      }),
    )
  }
