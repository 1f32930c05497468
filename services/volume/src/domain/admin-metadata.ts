type Texts = Readonly<Record<string, string>>

/** Metadata keys by which OpenStack services find the volumes that they created for users. */
const ofServices = /^nimbo_made_for_/

const split = (metadata: Texts, belongs: (key: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => belongs(key)))

/** Splits the metadata that a service sent for a new volume: the part for its owner, and the keys by which services find it. */
export const takenApart = (metadata: Texts): { readonly metadata: Texts; readonly adminMetadata: Texts } => ({
  metadata: split(metadata, (key) => !ofServices.test(key)),
  adminMetadata: split(metadata, (key) => ofServices.test(key)),
})

/** The metadata that a reader sees. It includes the admin metadata that says how the volume may be used. */
export const shownMetadata = (
  { metadata, adminMetadata }: { readonly metadata: Texts; readonly adminMetadata: Texts },
  isService: boolean,
): Texts => ({ ...metadata, ...split(adminMetadata, (key) => isService || key === 'readonly') })

/** Whether a volume is read-only. */
export const isReadonly = ({ adminMetadata }: { readonly adminMetadata: Texts }): boolean =>
  adminMetadata.readonly === 'True'
