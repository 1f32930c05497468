import type { Operation } from '@nimbo/operation/operation'
import { type LivingOperation, livingOperations } from './living-operation.ts'
import type { ServedService } from './served-services.ts'

/** Which operations of a service's API the cloud serves. */
export interface Coverage {
  readonly service: string
  readonly living: number
  readonly missing: readonly LivingOperation[]
}

/** A path in the form used to compare operations: without names of parameters and without a trailing slash. */
const plainPath = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')

const keyOf = (method: string, path: string, action: string | undefined): string =>
  `${method} ${plainPath(path)}${action === undefined ? '' : `#${action}`}`

/** The keys under which an operation is looked up: a GET also serves HEAD, and each variant of a request has a row of its own. */
const keysOf = ({ method, path, action, variants = [] }: Operation): readonly string[] => [
  ...[undefined, ...variants].map((variant) => keyOf(method, path, variant ?? action)),
  ...(method === 'GET' ? [keyOf('HEAD', path, action)] : []),
]

/** Computes which documented operations a service serves. */
export const coverageOf = ({ name, operations, ours, documents }: ServedService): Coverage => {
  const served = new Set([...operations.flatMap(keysOf), ...documents])
  const living = livingOperations(name)
  const missing = living.filter(({ method, path, action }) => !served.has(keyOf(method, ours(path), action)))
  return { service: name, living: living.length, missing }
}

/** Formats a missing operation as a line of the list of gaps. */
export const gapLine = (service: string, { method, path, action }: LivingOperation): string =>
  `${service}\t${method}\t${path}${action === undefined ? '' : action.startsWith('?') ? action : `#${action}`}`
