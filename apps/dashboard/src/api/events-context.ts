import { createContext, useContext } from 'react'

export const EventsContext = createContext(false)

/** Whether the cloud tells this page of changes now. */
export const useEventsOpen = (): boolean => useContext(EventsContext)
