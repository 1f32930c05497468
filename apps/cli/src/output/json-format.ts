const asciiOnly = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Formats on one line, with a space after every comma and colon. */
const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`)
    return `{${pairs.join(', ')}}`
  }
  return JSON.stringify(value ?? null)
}

/** ASCII JSON, indented by two spaces unless `flat`: byte for byte as Python's `json.dump`. */
export const jsonFormat = (value: unknown, flat: boolean): string =>
  `${asciiOnly(flat ? oneLine(value) : JSON.stringify(value, null, 2))}\n`
