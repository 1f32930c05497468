/** Opens each resource once and closes all together. */
export interface SharedResources<Resource> {
  /** The resource with that key, opened with `open` if needed; a failed attempt is repeated by the next caller. */
  get(key: string, open: () => Promise<Resource>): Promise<Resource>
  /** Closes the latest first. */
  close(): Promise<void>
}

export const sharedResources = <Resource>(
  close: (resource: Resource) => Promise<void>,
): SharedResources<Resource> => {
  const opened = new Map<string, Promise<Resource>>()
  return {
    get: (key, open) => {
      const known = opened.get(key)
      if (known) return known
      const opening = open()
      opened.set(key, opening)
      opening.catch(() => opened.delete(key))
      return opening
    },
    close: async () => {
      const all = [...opened.values()].toReversed()
      opened.clear()
      for (const resource of all) await close(await resource)
    },
  }
}
