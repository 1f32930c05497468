import { errors } from '../errors.ts'

/** The scheduler hints of a new volume. */
export interface Hints {
  /** Volumes whose host the new volume must have, and volumes whose host it must not have. */
  readonly sameHost?: readonly string[]
  readonly differentHost?: readonly string[]
  /** The server on whose host the volume must be. */
  readonly localToInstance?: string
  readonly query?: string
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const volumesIn = (name: string, given: unknown): readonly string[] | undefined => {
  if (given === undefined || given === null) return undefined
  const ids: readonly unknown[] = Array.isArray(given) ? given : [given]
  return ids.map((id) => {
    if (typeof id === 'string' && uuid.test(id)) return id
    throw errors.InvalidInput({ reason: `Scheduler hint ${name} must name volumes by their ids.` })
  })
}

/** Reads the hints of a request; ignores unknown ones. */
export const hintsOf = (given: Readonly<Record<string, unknown>> | null | undefined): Hints => {
  const { same_host, different_host, local_to_instance, query } = given ?? {}
  const sameHost = volumesIn('same_host', same_host)
  const differentHost = volumesIn('different_host', different_host)
  return {
    ...(sameHost === undefined ? {} : { sameHost }),
    ...(differentHost === undefined ? {} : { differentHost }),
    ...(typeof local_to_instance === 'string' ? { localToInstance: local_to_instance } : {}),
    ...(query === undefined || query === null
      ? {}
      : { query: typeof query === 'string' ? query : JSON.stringify(query) }),
  }
}
