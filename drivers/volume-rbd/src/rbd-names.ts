const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

const named = (kind: string, id: string): string => {
  if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name an image`)
  return `${kind}-${id}`
}

/** What the image of a volume is called, as Cinder calls it. */
export const nameOf = (volumeId: string): string => named('volume', volumeId)

export const snapshotOf = (snapshotId: string): string => named('snapshot', snapshotId)
