import type { JsonObject } from '@nimbo/kernel/json'
import { own } from '@nimbo/kernel/own'
import type { Endpoint, EndpointInterface, Service } from './records.ts'

export interface CatalogEndpoint {
  readonly id: string
  readonly interface: EndpointInterface
  readonly region: string | null
  readonly region_id: string | null
  readonly url: string
}

export interface CatalogEntry {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly endpoints: readonly CatalogEndpoint[]
}

/** The values of placeholders in endpoint URLs; a scope without a project has no `projectId`. */
export interface CatalogScope {
  readonly userId: string
  readonly projectId?: string
}

const placeholder = /[$%]\((\w+)\)s/g

/** Fills in `$(project_id)s` and `%(user_id)s`; undefined if the scope lacks a value that the URL needs. */
export const formatEndpointUrl = (url: string, { userId, projectId }: CatalogScope): string | undefined => {
  const values: Record<string, string | undefined> = {
    user_id: userId,
    project_id: projectId,
    tenant_id: projectId,
  }
  const names = [...url.matchAll(placeholder)].map(([, name = '']) => name)
  if (names.some((name) => own(values, name) === undefined)) return undefined
  return url.replace(placeholder, (_, name: string) => own(values, name) ?? '')
}

/** Whether an endpoint matches the filters of an endpoint group. */
export const inGroup = (filters: JsonObject, endpoint: Endpoint): boolean =>
  (['service_id', 'region_id', 'interface'] as const).every(
    (name) => filters[name] === undefined || filters[name] === endpoint[name],
  )

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The catalog for a scope: enabled services and endpoints, sorted by type and interface. */
export const buildCatalog = (
  services: readonly Service[],
  endpoints: readonly Endpoint[],
  scope: CatalogScope,
): CatalogEntry[] => {
  const byService = Map.groupBy(endpoints, ({ service_id }) => service_id)
  return services
    .filter(({ enabled }) => enabled)
    .map(({ id, type, name }) => ({
      id,
      type,
      name,
      endpoints: (byService.get(id) ?? [])
        .filter(({ enabled }) => enabled)
        .flatMap((endpoint): CatalogEndpoint[] => {
          const url = formatEndpointUrl(endpoint.url, scope)
          const { region_id } = endpoint
          return url === undefined
            ? []
            : [{ id: endpoint.id, interface: endpoint.interface, region: region_id, region_id, url }]
        })
        .sort((one, other) => byText(one.interface, other.interface) || byText(one.id, other.id)),
    }))
    .sort((one, other) => byText(one.type, other.type) || byText(one.name, other.name))
}
