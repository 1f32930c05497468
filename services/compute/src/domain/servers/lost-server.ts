/** A server whose cell is down: what the API database knows of it. */
export interface LostServer {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly cellId: string
  readonly createdAt: string
}
