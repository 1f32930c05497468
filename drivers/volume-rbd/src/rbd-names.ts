const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

const named = (kind: string, id: string): string => {
  if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name an image`)
  return `${kind}-${id}`
}

/** The name of a volume's RBD image, as in Cinder. */
export const nameOf = (volumeId: string): string => named('volume', volumeId)

export const snapshotOf = (snapshotId: string): string => named('snapshot', snapshotId)
