/** Hosts an administrator treats alike; with `availability_zone` in the metadata, they are that zone. */
export interface Aggregate {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly metadata: Readonly<Record<string, string>>
  readonly hosts: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string | null
}
