import { int, string, struct, uuid } from './xdr.ts'

/** A domain as every procedure names it. `id` is -1 for one that does not run. */
export interface DomainRef {
  readonly name: string
  readonly uuid: string
  readonly id: number
}

export const domainRef = struct<DomainRef>({ name: string, uuid, id: int })

/** A secret, by its id and what it is for. */
export interface SecretRef {
  readonly uuid: string
  readonly usageType: number
  readonly usageId: string
}

export const secretRef = struct<SecretRef>({ uuid, usageType: int, usageId: string })
