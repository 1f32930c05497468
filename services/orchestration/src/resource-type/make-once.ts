import type { Attempt } from './handling.ts'

/** A listed object that may be the one an earlier run created. */
export interface Candidate {
  readonly id: string
  readonly created_at?: string | null
}

interface Making<Found extends Candidate> {
  /** Creates the object; resolves to its id. */
  make(): Promise<string>
  /** Lists objects of its name; called only if an earlier run was interrupted. */
  find(): Promise<readonly Found[]>
  /** Whether a candidate with the right name, created since the step began, is the object; true by default. */
  isIt?(found: Found): boolean
  /**
   * Whether `find` may list objects of somebody else and their service does not tell when they were created. Those that exist before
   * the creation is requested are then noted, and never taken for the object.
   */
  readonly mayFindOthers?: boolean
}

/** The allowed clock difference between services. */
const skewMs = 2_000

/** Whether an object was created after the step began; true if its service does not tell when. */
export const isSince = ({ created_at }: Pick<Candidate, 'created_at'>, { startedAt }: Attempt): boolean =>
  created_at === undefined ||
  created_at === null ||
  Date.parse(/[Z+]/.test(created_at) ? created_at : `${created_at}Z`) >= Date.parse(startedAt) - skewMs

/** Creates an object, or takes the one that an earlier run created and crashed before its id was stored. */
export const makeOnce = async <Found extends Candidate>(
  attempt: Attempt,
  { make, find, isIt = () => true, mayFindOthers = false }: Making<Found>,
): Promise<string> => {
  const others = mayFindOthers
    ? await attempt.foundBefore(async () => (await find()).map(({ id }) => id))
    : []
  const mayBeIt = (found: Found): boolean => !others.includes(found.id) && isIt(found)
  const id = (await madeBefore(attempt, find, mayBeIt)) ?? (await make())
  attempt.made(id)
  return id
}

const madeBefore = async <Found extends Candidate>(
  attempt: Attempt,
  find: Making<Found>['find'],
  isIt: (found: Found) => boolean,
): Promise<string | undefined> => {
  if (!attempt.isRepeat) return undefined
  for (const one of await find())
    if (isSince(one, attempt) && isIt(one) && (await attempt.take(one.id))) return one.id
  return undefined
}
