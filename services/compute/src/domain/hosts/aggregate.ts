/** A host aggregate; `availability_zone` in its metadata puts its hosts into that zone. */
export interface Aggregate {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly metadata: Readonly<Record<string, string>>
  readonly hosts: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string | null
}
