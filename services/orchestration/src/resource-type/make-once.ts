import type { Attempt } from './handling.ts'

/** What there is that may be the thing, as its service lists it. */
export interface Candidate {
  readonly id: string
  readonly created_at?: string | null
}

interface Making<Found extends Candidate> {
  /** Makes it, and gives its id. */
  make(): Promise<string>
  /** Lists what has its name: asked only after a run that broke off. */
  find(): Promise<readonly Found[]>
  /** Whether one of these is what a run before made; it bears its name and was made since the step began. */
  isIt?(found: Found): boolean
}

/** Clocks of services differ by less. */
const skewMs = 2_000

const isSince = ({ created_at }: Candidate, { startedAt }: Attempt): boolean =>
  created_at === undefined ||
  created_at === null ||
  Date.parse(/[Z+]/.test(created_at) ? created_at : `${created_at}Z`) >= Date.parse(startedAt) - skewMs

/** Makes a thing, unless a run before this one made it and died before it was written down: then that one is taken. */
export const makeOnce = async <Found extends Candidate>(
  attempt: Attempt,
  { make, find, isIt = () => true }: Making<Found>,
): Promise<string> => {
  if (!attempt.isRepeat) return make()
  for (const one of await find())
    if (isSince(one, attempt) && isIt(one) && (await attempt.take(one.id))) return one.id
  return make()
}
