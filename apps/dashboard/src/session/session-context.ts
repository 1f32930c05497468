import { createContext, useContext } from 'react'
import type { Session } from './session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of whoever is logged in; the pages below the shell are shown to nobody else. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('Only pages within a session ask for it')
  return session
}
