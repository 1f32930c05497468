import type { JsonObject } from './json.ts'

/**
 * How an operation can fail, from its caller's view. HTTP plays no part here: `@nimbo/http` alone maps kinds to statuses, and
 * each service has its own error format.
 */
export type ErrorKind =
  | 'badRequest'
  | 'unauthenticated'
  | 'forbidden'
  | 'quotaExceeded'
  | 'notFound'
  | 'methodNotAllowed'
  | 'notAcceptable'
  | 'conflict'
  | 'gone'
  | 'lengthRequired'
  | 'preconditionFailed'
  | 'tooLarge'
  | 'unsupportedMedia'
  | 'rangeNotSatisfiable'
  | 'unprocessable'
  | 'tooManyRequests'
  | 'internal'
  | 'notImplemented'
  | 'badGateway'
  | 'unavailable'
  | 'insufficientStorage'

/** An error with a code from a service's catalogue. Recognise it by `code` (see {@link isFault}), never by its text. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: string
  readonly kind: ErrorKind
  readonly details: JsonObject

  constructor(fault: {
    code: string
    kind: ErrorKind
    message: string
    details: JsonObject
    cause?: unknown
  }) {
    super(fault.message, fault.cause === undefined ? undefined : { cause: fault.cause })
    this.code = fault.code
    this.kind = fault.kind
    this.details = fault.details
  }

  /** The form in which a fault crosses processes; the receiver recognises its code. */
  toJSON(): { code: string; kind: ErrorKind; message: string; details: JsonObject } {
    return { code: this.code, kind: this.kind, message: this.message, details: this.details }
  }
}

interface FaultSpec<Details extends JsonObject> {
  readonly kind: ErrorKind
  readonly message: (details: Details) => string
}

/** An entry of a catalogue: the kind, and the message, which is OpenStack's own where clients match on it. */
export const fault = <Details extends JsonObject = Record<never, never>>(
  kind: ErrorKind,
  message: string | ((details: Details) => string),
): FaultSpec<Details> => ({ kind, message: typeof message === 'string' ? () => message : message })

type Catalogue = Record<string, FaultSpec<never>>

type Maker<Details> = [Details] extends [never]
  ? (details?: Record<never, never>, options?: { cause?: unknown }) => Fault
  : keyof Details extends never
    ? (details?: Record<never, never>, options?: { cause?: unknown }) => Fault
    : (details: Details, options?: { cause?: unknown }) => Fault

type Makers<C extends Catalogue> = {
  readonly [Code in keyof C]: C[Code] extends FaultSpec<infer Details> ? Maker<Details> : never
}

/**
 * A service's catalogue of failures:
 *
 * ```ts
 * export const errors = defineErrors({
 *   FlavorNotFound: fault<{ flavorId: string }>('notFound', ({ flavorId }) => `Flavor ${flavorId} could not be found.`),
 * })
 * throw errors.FlavorNotFound({ flavorId })
 * ```
 */
export const defineErrors = <C extends Catalogue>(catalogue: C): Makers<C> =>
  Object.fromEntries(
    Object.entries(catalogue).map(([code, spec]) => [
      code,
      (details: JsonObject = {}, options: { cause?: unknown } = {}) =>
        new Fault({
          code,
          kind: spec.kind,
          message: (spec.message as (d: JsonObject) => string)(details),
          details,
          ...options,
        }),
    ]),
  ) as unknown as Makers<C>

/** Whether `error` is a fault, with one of the codes if any are given. */
export const isFault = (error: unknown, ...codes: readonly string[]): error is Fault =>
  error instanceof Fault && (codes.length === 0 || codes.includes(error.code))

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
