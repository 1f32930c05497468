/** The payload of a notification. */
export type Payload = Readonly<Record<string, unknown>>

export const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path in a payload, such as `floatingip.id`. */
const valueAt = (payload: Payload, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isPayload(inner) ? inner[name] : undefined), payload)

/** The first text found at the given paths. */
export const textAt = (payload: Payload, ...paths: readonly string[]): string | undefined => {
  for (const path of paths) {
    const value = valueAt(payload, path)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

export const numberAt = (payload: Payload, path: string): number | undefined => {
  const value = valueAt(payload, path)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A timestamp in a payload, in milliseconds; without a zone it is UTC. */
export const instantAt = (payload: Payload, path: string): number | undefined => {
  const text = textAt(payload, path)
  if (text === undefined) return undefined
  const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? undefined : ms
}
