/** The name prefix of an object's versions in an archive container: the length of the name in three hex digits, then the name. */
export const archivePrefix = (name: string): string =>
  `${Buffer.byteLength(name).toString(16).padStart(3, '0')}${name}/`

/** The name in an archive container of the version stored at a timestamp. */
export const archiveName = (name: string, timestamp: string): string => `${archivePrefix(name)}${timestamp}`

/** The content type of delete markers. */
export const deletedType = 'application/x-deleted;swift_versions_deleted=1'
