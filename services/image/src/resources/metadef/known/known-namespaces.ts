import { guestsNamespaces } from './guests-namespaces.ts'
import { hostsNamespaces } from './hosts-namespaces.ts'
import { imagesNamespaces } from './images-namespaces.ts'
import type { KnownNamespace } from './known-namespace.ts'
import { softwareNamespaces } from './software-namespaces.ts'
import { vmwareNamespaces } from './vmware-namespaces.ts'

/** The namespaces that Glance brings along, by the names that clients know; those of the CIM standard are left out. */
export const knownNamespaces: readonly KnownNamespace[] = [
  ...hostsNamespaces,
  ...guestsNamespaces,
  ...vmwareNamespaces,
  ...imagesNamespaces,
  ...softwareNamespaces,
]
