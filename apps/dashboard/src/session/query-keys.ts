/** Key of the query for the session itself: everything else is asked within one. */
export const sessionKey = ['session'] as const
