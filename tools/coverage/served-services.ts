import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@nimbo/cloud/services'
import type { Operation } from '@nimbo/operation/operation'

/** An API of the cloud with the operations it serves. */
export interface ServedService {
  readonly name: string
  readonly operations: readonly Operation[]
  /** Converts a path of OpenStack's table to the form in which the cloud declares it. */
  ours(path: string): string
  /** The paths served by filters before any operation: the version documents. */
  readonly documents: readonly string[]
}

/** Conversions of paths whose declaration differs from the tables, by service; other paths are the same. */
const oursOf: Readonly<Record<string, ServedService['ours']>> = {
  // Tags have the same operations for every resource type.
  network: (path) => path.replace(/^\/v2\.0(?=\/)/, '').replace('{resource_type}', 'networks'),
  volume: (path) => path.replace(/^\/v3(\/\{(admin_)?project_id\})?(?=\/)/, ''),
}

const documentsOf: Readonly<Record<string, readonly string[]>> = {
  compute: ['GET /', 'GET /v2.1', 'GET /{}'],
  network: ['GET /', 'GET /v2.0'],
  volume: ['GET /', 'GET /v3'],
}

const asIs = (path: string): string => path

/** Services that share one of OpenStack's tables. */
const together: Readonly<Record<string, readonly string[]>> = {
  metering: ['metric', 'alarming', 'metering'],
}

const tableOf = (type: string): string =>
  Object.entries(together).find(([, types]) => types.includes(type))?.[0] ?? type

const hasTable = (name: string): boolean => existsSync(join(import.meta.dirname, '../api', `${name}.tsv`))

/** All services with a table of OpenStack's operations. The dashboard, the key manager and added services have none. */
export const servedServices: readonly ServedService[] = await Promise.all(
  [...Map.groupBy(services, ({ type }) => tableOf(type))]
    .filter(([name]) => hasTable(name))
    .map(async ([name, members]) => ({
      name,
      operations: (await Promise.all(members.map(async ({ api }) => (await api()).operations))).flat(),
      ours: oursOf[name] ?? asIs,
      documents: documentsOf[name] ?? [],
    })),
)
