import type { AssociationBody, ObjectBody, PropertyRules } from '@nimbo/contracts/image/metadefs/words'

/** A public namespace that clients expect in every cloud. */
export interface KnownNamespace {
  readonly namespace: string
  readonly display_name: string
  readonly description: string
  readonly protected: boolean
  readonly resource_type_associations: readonly AssociationBody[]
  readonly properties?: Readonly<Record<string, PropertyRules>>
  readonly objects?: readonly ObjectBody[]
}
