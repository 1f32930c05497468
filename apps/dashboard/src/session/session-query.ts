import { sessionKey } from './query-keys.ts'
import { readSession } from './session-api.ts'

const minuteMs = 60_000

/** Reads the session, with the reply of the login as its first value. */
export const sessionQuery = { queryKey: sessionKey, queryFn: readSession, staleTime: minuteMs }
