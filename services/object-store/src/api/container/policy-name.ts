/** The storage policy of every container: what the driver of objects does. */
export const policyName = 'Policy-0'
