/** The beginning of what versions of an object are called in an archive: the length of its name in three hex digits, and the name. */
export const archivePrefix = (name: string): string =>
  `${Buffer.byteLength(name).toString(16).padStart(3, '0')}${name}/`

/** What the version of an object that was put at that instant is called in an archive. */
export const archiveName = (name: string, timestamp: string): string => `${archivePrefix(name)}${timestamp}`

/** What stands for an object that was deleted. */
export const deletedType = 'application/x-deleted;swift_versions_deleted=1'
