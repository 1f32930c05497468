/** The fault of a server in ERROR. */
export interface InstanceFault {
  readonly code: number
  readonly message: string
  readonly details: string | null
  readonly createdAt: string
}
