/** The id of the domain that every cloud has; new records are created in it unless another is named. */
export const defaultDomain = 'default'
