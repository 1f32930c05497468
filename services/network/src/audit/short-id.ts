/** The name of a resource on a host: as much of its id as fits into the name of a device. */
export const shortIdOf = (id: string): string => id.slice(0, 11)
