import { createContext, useContext } from 'react'

export const EventsContext = createContext(false)

/** Whether events arrive, so that polling is not needed. */
export const useEventsOpen = (): boolean => useContext(EventsContext)
