/** Props of an input that itself converts between text and value. */
export interface ValueProps {
  readonly id: string
  readonly label: string
  readonly value: unknown
  set(value: unknown): void
}
