import type { Operation } from '@nimbo/operation/operation'
import { type LivingOperation, livingOperations } from './living-operation.ts'
import type { ServedService } from './served-services.ts'

/** How much of a service's API the cloud has. */
export interface Coverage {
  readonly service: string
  readonly living: number
  readonly missing: readonly LivingOperation[]
}

/** A path by which operations are compared: without the names of parameters and the closing slash. */
const plainPath = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')

const keyOf = (method: string, path: string, action: string | undefined): string =>
  `${method} ${plainPath(path)}${action === undefined ? '' : `#${action}`}`

/** The keys under which an operation is found: GET answers HEAD, too, and each form of a request is a row of its own. */
const keysOf = ({ method, path, action, variants = [] }: Operation): readonly string[] => [
  ...[undefined, ...variants].map((variant) => keyOf(method, path, variant ?? action)),
  ...(method === 'GET' ? [keyOf('HEAD', path, action)] : []),
]

/** Which documented operations a service serves. */
export const coverageOf = ({ name, operations, ours, documents }: ServedService): Coverage => {
  const served = new Set([...operations.flatMap(keysOf), ...documents])
  const living = livingOperations(name)
  const missing = living.filter(({ method, path, action }) => !served.has(keyOf(method, ours(path), action)))
  return { service: name, living: living.length, missing }
}

/** A missing operation as a line of the list of gaps. */
export const gapLine = (service: string, { method, path, action }: LivingOperation): string =>
  `${service}\t${method}\t${path}${action === undefined ? '' : action.startsWith('?') ? action : `#${action}`}`
