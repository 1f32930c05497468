/** The id of what was put before its container kept versions. */
export const unversioned = 'null'
