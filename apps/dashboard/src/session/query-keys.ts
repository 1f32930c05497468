/** The query key of the session itself. */
export const sessionKey = ['session'] as const
