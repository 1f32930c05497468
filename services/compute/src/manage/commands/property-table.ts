import { tableOf } from '@nimbo/service/manage/table'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Properties as a table, or (`--json`) as one line of JSON. */
export const propertiesAs = (
  properties: Readonly<Record<string, unknown>>,
  { isJson }: { readonly isJson: boolean },
): string =>
  isJson
    ? `${JSON.stringify(properties)}\n`
    : tableOf(
        ['Property', 'Value'],
        Object.entries(properties).map(([name, value]) => [name, textOf(value)]),
      )
