/** What an input gets whose value is its own matter. */
export interface ValueProps {
  readonly id: string
  readonly label: string
  readonly value: unknown
  set(value: unknown): void
}
