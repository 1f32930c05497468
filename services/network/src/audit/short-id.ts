/** Agents name what they find on a host by as much of an id as fits into the name of a device. */
export const shortIdOf = (id: string): string => id.slice(0, 11)
