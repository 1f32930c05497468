import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Endpoint, Region, Service } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed, found } from '../../app/found.ts'

export interface NewRegion {
  readonly id?: string | undefined
  readonly description?: string | undefined
  readonly parent_region_id?: string | null | undefined
  readonly extra: JsonObject
}

export interface NewService {
  readonly type: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly enabled?: boolean | undefined
  readonly extra: JsonObject
}

export type NewEndpoint = Pick<Endpoint, 'service_id' | 'interface' | 'url' | 'extra'> & {
  readonly region_id?: string | null | undefined
  /** The region under its older attribute; it is created if it does not exist, as in the first version of the API. */
  readonly region?: string | null | undefined
  readonly enabled?: boolean | undefined
}

const mostInTree = 10_000

const only = (column: string, value: string) => [
  { column, comparison: 'equals' as const, ignoreCase: false, value },
]

/** The placeholders that an endpoint URL may contain. */
const fillable = ['tenant_id', 'user_id', 'project_id', 'public_bind_host', 'admin_bind_host']

const checkUrl = (verb: string, url: string): void => {
  const names = [...url.matchAll(/[$%]\(([^)]*)\)(.)?/g)]
  if (names.some(([, name = '', kind]) => !fillable.includes(name) || kind !== 's'))
    throw errors.Invalid({ reason: `Cannot ${verb} an endpoint with an invalid URL: ${url}.` })
}

/** Regions, services and endpoints. */
export const createCatalogRecords = ({ stores, notices }: Deps) => {
  const region = async (id: string): Promise<Region> => found(await stores.regions.find(id), 'region', id)
  const service = async (id: string): Promise<Service> => found(await stores.services.find(id), 'service', id)
  const endpoint = async (id: string): Promise<Endpoint> =>
    found(await stores.endpoints.find(id), 'endpoint', id)

  /** The region of an endpoint: by `region_id`, or by the older `region`. */
  const regionOf = async ({ region_id, region: name }: Changes<NewEndpoint>) => {
    if (region_id !== undefined || name == null) return region_id
    await stores.regions.insert({ id: name, description: '', parent_region_id: null, extra: {} })
    return name
  }
  /** Throws `Invalid` if a region would become its own ancestor. */
  const refuseCircle = async (id: string, parentId: string | null): Promise<void> => {
    const seen = new Set<string>()
    for (let above = parentId; above !== null && !seen.has(above); ) {
      if (above === id)
        throw errors.Invalid({
          reason: `The specified parent region ${id} would create a circular region hierarchy.`,
        })
      seen.add(above)
      above = (await region(above)).parent_region_id
    }
  }

  /** All regions below a region, each after its own descendants. */
  const regionsBelow = async (id: string): Promise<readonly string[]> => {
    const children = await stores.regions.page(only('parent_region_id', id), { limit: mostInTree })
    const deeper = await Promise.all(children.map((child) => regionsBelow(child.id)))
    return [...deeper.flat(), ...children.map((child) => child.id)]
  }

  const checkLinks = async ({ service_id, region_id }: Changes<NewEndpoint>): Promise<void> => {
    if (service_id !== undefined && !(await stores.services.find(service_id)))
      throw errors.NotExpected({ attribute: 'endpoint service_id', target: 'service table' })
    if (region_id && !(await stores.regions.find(region_id)))
      throw errors.NotExpected({ attribute: 'endpoint region_id', target: 'region table' })
  }

  return {
    regions: {
      find: region,
      list: stores.regions.page,
      create: async (ctx: Context, input: NewRegion): Promise<Region> => {
        const { id = newHexId<never>(), description = '', parent_region_id = null, extra } = input
        if (parent_region_id !== null) await region(parent_region_id)
        const record = { id, description, parent_region_id, extra } satisfies Region
        await notices.unit(async (inside) => {
          if (!(await inside.regions.insert(record))) throw errors.DuplicateId({ type: 'region', id })
          await notices.told(inside, ctx, 'region', 'created', id)
        })
        return record
      },
      update: async (ctx: Context, id: string, changes: Changes<NewRegion>): Promise<Region> => {
        const current = await region(id)
        const next = changed(current, { ...changes, id, extra: { ...current.extra, ...changes.extra } })
        await refuseCircle(id, next.parent_region_id)
        await notices.unit(async (inside) => {
          await inside.regions.update(current, next)
          await notices.told(inside, ctx, 'region', 'updated', id)
        })
        return next
      },
      remove: async (ctx: Context, id: string): Promise<void> => {
        await region(id)
        const all = [...(await regionsBelow(id)), id]
        for (const each of all) {
          const endpoints = await stores.endpoints.page(only('region_id', each), { limit: 1 })
          if (endpoints.length > 0) throw errors.RegionInUse({ id })
        }
        await notices.unit(async (inside) => {
          for (const each of all) {
            await inside.regions.remove(each)
            await notices.told(inside, ctx, 'region', 'deleted', each)
          }
        })
      },
    },
    services: {
      find: service,
      list: stores.services.page,
      create: async (ctx: Context, input: NewService): Promise<Service> => {
        const { type, name = '', description = '', enabled = true, extra } = input
        const record = { id: newHexId<never>(), type, name, description, enabled, extra } satisfies Service
        await notices.unit(async (inside) => {
          await inside.services.insert(record)
          await notices.told(inside, ctx, 'service', 'created', record.id)
        })
        return record
      },
      update: async (ctx: Context, id: string, changes: Changes<NewService>): Promise<Service> => {
        const current = await service(id)
        const next = changed(current, { ...changes, extra: { ...current.extra, ...changes.extra } })
        await notices.unit(async (inside) => {
          await inside.services.update(current, next)
          await notices.told(inside, ctx, 'service', 'updated', id)
        })
        return next
      },
      remove: async (ctx: Context, id: string): Promise<void> => {
        await service(id)
        await notices.unit(async (inside) => {
          await inside.services.remove(id)
          await notices.told(inside, ctx, 'service', 'deleted', id)
        })
      },
    },
    endpoints: {
      find: endpoint,
      list: stores.endpoints.page,
      create: async (ctx: Context, input: NewEndpoint): Promise<Endpoint> => {
        await checkLinks(input)
        checkUrl('create', input.url)
        const { region: _, enabled = true, ...rest } = input
        const region_id = (await regionOf(input)) ?? null
        const record = { id: newHexId<never>(), ...rest, region_id, enabled } satisfies Endpoint
        await notices.unit(async (inside) => {
          await inside.endpoints.insert(record)
          await notices.told(inside, ctx, 'endpoint', 'created', record.id)
        })
        return record
      },
      update: async (ctx: Context, id: string, changes: Changes<NewEndpoint>): Promise<Endpoint> => {
        const current = await endpoint(id)
        await checkLinks(changes)
        if (changes.url !== undefined) checkUrl('update', changes.url)
        const { region: _, ...rest } = changes
        const region_id = await regionOf(changes)
        const next = changed(current, { ...rest, region_id, extra: { ...current.extra, ...changes.extra } })
        await notices.unit(async (inside) => {
          await inside.endpoints.update(current, next)
          await notices.told(inside, ctx, 'endpoint', 'updated', id)
        })
        return next
      },
      remove: async (ctx: Context, id: string): Promise<void> => {
        await endpoint(id)
        await notices.unit(async (inside) => {
          await inside.endpoints.remove(id)
          await notices.told(inside, ctx, 'endpoint', 'deleted', id)
        })
      },
    },
  }
}
