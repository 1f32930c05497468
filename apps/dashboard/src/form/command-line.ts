import type { FormSpec } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'

/** Quotes a word for a shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const dashed = (name: string): string => name.replaceAll(/[_:]/g, '-')

const optionsOf = (option: string, value: unknown): readonly string[] => {
  if (value === undefined || value === '' || value === null) return []
  if (value === true) return [`--${option}`]
  if (value === false) return []
  if (Array.isArray(value)) return value.flatMap((one) => optionsOf(option, one))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => [
      `--${option}`,
      shellWord(`${name}=${String(one)}`),
    ])
  return [`--${option}`, shellWord(String(value))]
}

/** The CLI command equivalent to a form, without secrets; undefined if there is none. */
export const commandLine = (
  { command, fields, positional = 'name' }: Pick<FormSpec, 'command' | 'fields' | 'positional'>,
  values: Values,
  subject?: string,
): string | undefined => {
  if (command === undefined) return undefined
  const options = fields.flatMap(({ name, option, as }) => {
    if (option === false || as === 'secret' || (name === positional && subject === undefined)) return []
    return optionsOf(option ?? dashed(name), values[name])
  })
  const last = subject ?? String(values[positional] ?? '')
  return ['openstack', command, ...options, ...(last === '' ? [] : [shellWord(last)])].join(' ')
}
