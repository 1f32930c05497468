/** What the API database knows of a server whose cell is down. */
export interface LostServer {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly cellId: string
  readonly createdAt: string
}
