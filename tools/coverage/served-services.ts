import { services } from '@nimbo/cloud/services'
import type { Operation } from '@nimbo/operation/operation'

/** An API of ours, and what it serves. */
export interface ServedService {
  readonly name: string
  readonly operations: readonly Operation[]
  /** A path of the table as ours is declared. */
  ours(path: string): string
  /** What its filters answer before any operation: the documents of versions. */
  readonly documents: readonly string[]
}

/** How the tables write paths that are declared otherwise, by service; others are the same. */
const oursOf: Readonly<Record<string, ServedService['ours']>> = {
  // Tags are the same below every kind of resource that has them.
  network: (path) => path.replace(/^\/v2\.0(?=\/)/, '').replace('{resource_type}', 'networks'),
  volume: (path) => path.replace(/^\/v3(\/\{(admin_)?project_id\})?(?=\/)/, ''),
}

const documentsOf: Readonly<Record<string, readonly string[]>> = {
  compute: ['GET /', 'GET /v2.1', 'GET /{}'],
  network: ['GET /', 'GET /v2.0'],
  volume: ['GET /', 'GET /v3'],
}

const asIs = (path: string): string => path

/** Services that the tables know and the cloud has not yet. */
const awaited = ['object-store', 'orchestration'].filter(
  (name) => !services.some(({ type }) => type === name),
)

/** What the tables do not tell of: OpenStack has no API for the one, and none that was written down here for the other. */
const untold: readonly string[] = ['dashboard', 'key-manager']

/** Services that one of OpenStack's tables tells of together. */
const together: Readonly<Record<string, readonly string[]>> = {
  metering: ['metric', 'alarming', 'metering'],
}

const tableOf = (type: string): string =>
  Object.entries(together).find(([, types]) => types.includes(type))?.[0] ?? type

/** Every service that OpenStack's tables know; those that the cloud has not yet serve nothing. */
export const servedServices: readonly ServedService[] = [
  ...(await Promise.all(
    [
      ...Map.groupBy(
        services.filter(({ type }) => !untold.includes(type)),
        ({ type }) => tableOf(type),
      ),
    ].map(async ([name, members]) => ({
      name,
      operations: (await Promise.all(members.map(async ({ api }) => (await api()).operations))).flat(),
      ours: oursOf[name] ?? asIs,
      documents: documentsOf[name] ?? [],
    })),
  )),
  ...awaited.map((name) => ({ name, operations: [], ours: asIs, documents: [] })),
]
