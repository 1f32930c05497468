/** The version id of objects stored before versioning was enabled. */
export const unversioned = 'null'
