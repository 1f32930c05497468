/** Text, lists and objects of JSON. */
type Text = (text: string, name: string) => string

const mapTexts = (value: unknown, change: Text, name = ''): unknown => {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [change(key, ''), mapTexts(one, change, key)]),
  )
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const plainIds = /\b[0-9a-f]{32}\b/gi
const instants = /\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?/g
const origins = /\b(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?/g
const ownDirectories = /\/tmp\/[\w.-]+/g
const secrets =
  /pass(word|phrase)?$|secret(?:_?key)?$|(?:^|_)token$|private_key|signature|^blob$|^audit_ids?$|^assertion$|^code$/i
const secretsOfLinks = /(?<=[?#&](?:Signature|code)=)[^&]+/g
const longest = 400

/** The most items of a list that a sample shows. */
const mostItems = 2

/** Whether a list has values of several types, such as a measure with its time and value, and must stay complete. */
const isTuple = (list: readonly unknown[]): boolean => new Set(list.map((one) => typeof one)).size > 1

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value))
    return (isTuple(value) ? value : value.slice(0, mostItems)).map((one: unknown) => shortened(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
}

/**
 * Replaces everything that changes from run to run: ids are numbered in order of appearance, with the same number for the same id; all
 * times become the same; addresses of the cloud become a name; secrets become `secret`.
 */
export const stable = (value: unknown): unknown => {
  const numbers = new Map<string, number>()
  const numberOf = (id: string): string => {
    const plain = id.replaceAll('-', '').toLowerCase()
    const number = numbers.get(plain) ?? numbers.size + 1
    numbers.set(plain, number)
    return String(number).padStart(12, '0')
  }
  const stableText = (text: string, name: string): string => {
    if (secrets.test(name) && text !== '') return 'secret'
    return text
      .slice(0, longest)
      .replaceAll(uuids, (id) => `a0000000-0000-4000-8000-${numberOf(id)}`)
      .replaceAll(plainIds, (id) => `a0000000000040008000${numberOf(id)}`)
      .replaceAll(instants, (_, between: string, parts?: string) => {
        const fraction = parts === undefined ? '' : `.${'0'.repeat(parts.length - 1)}`
        return `2026-01-01${between}00:00:00${fraction}`
      })
      .replaceAll(origins, 'https://cloud.example.org')
      .replaceAll(ownDirectories, '/var/lib/cloud')
      .replaceAll(secretsOfLinks, 'secret')
  }
  return mapTexts(shortened(value), stableText)
}
