type Texts = Readonly<Record<string, string>>

/** Keys by which the cloud's own services find the volumes that they made for users. */
const ofServices = /^nimbo_made_for_/

const split = (metadata: Texts, belongs: (key: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => belongs(key)))

/** What a service said of a new volume, taken apart: what is for its owner, and what services find it by. */
export const takenApart = (metadata: Texts): { readonly metadata: Texts; readonly adminMetadata: Texts } => ({
  metadata: split(metadata, (key) => !ofServices.test(key)),
  adminMetadata: split(metadata, (key) => ofServices.test(key)),
})

/** The metadata that a reader sees: what users do not write is among it where it says how a volume may be used. */
export const shownMetadata = (
  { metadata, adminMetadata }: { readonly metadata: Texts; readonly adminMetadata: Texts },
  isService: boolean,
): Texts => ({ ...metadata, ...split(adminMetadata, (key) => isService || key === 'readonly') })

/** Whether a volume may only be read. */
export const isReadonly = ({ adminMetadata }: { readonly adminMetadata: Texts }): boolean =>
  adminMetadata.readonly === 'True'
