import { int, string, struct, uuid } from './xdr.ts'

/** A reference to a domain. `id` is -1 when it is not running. */
export interface DomainRef {
  readonly name: string
  readonly uuid: string
  readonly id: number
}

export const domainRef = struct<DomainRef>({ name: string, uuid, id: int })

/** A reference to a secret, with its usage. */
export interface SecretRef {
  readonly uuid: string
  readonly usageType: number
  readonly usageId: string
}

export const secretRef = struct<SecretRef>({ uuid, usageType: int, usageId: string })
