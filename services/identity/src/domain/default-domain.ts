/** The domain that every cloud has, and that a new record is in when nothing says another. */
export const defaultDomain = 'default'
