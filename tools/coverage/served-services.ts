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
const awaited = ['object-store', 'orchestration', 'metering'].filter(
  (name) => !services.some(({ type }) => type === name),
)

/** Every service that OpenStack's tables know; those that the cloud has not yet serve nothing. */
export const servedServices: readonly ServedService[] = [
  ...(await Promise.all(
    services.map(async ({ type, api }) => ({
      name: type,
      operations: (await api()).operations,
      ours: oursOf[type] ?? asIs,
      documents: documentsOf[type] ?? [],
    })),
  )),
  ...awaited.map((name) => ({ name, operations: [], ours: asIs, documents: [] })),
]
