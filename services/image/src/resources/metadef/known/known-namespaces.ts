import { guestsNamespaces } from './guests-namespaces.ts'
import { hostsNamespaces } from './hosts-namespaces.ts'
import { imagesNamespaces } from './images-namespaces.ts'
import type { KnownNamespace } from './known-namespace.ts'
import { softwareNamespaces } from './software-namespaces.ts'
import { vmwareNamespaces } from './vmware-namespaces.ts'

/** Glance's default namespaces, by the names that clients know; without those of the CIM standard. */
export const knownNamespaces: readonly KnownNamespace[] = [
  ...hostsNamespaces,
  ...guestsNamespaces,
  ...vmwareNamespaces,
  ...imagesNamespaces,
  ...softwareNamespaces,
]
