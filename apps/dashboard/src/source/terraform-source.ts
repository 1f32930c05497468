import { isItem, type Item } from '../panel/item.ts'
import { nameOf } from '../panel/panel.ts'
import { filledValues, templateName } from './filled-values.ts'
import type { SourceProperty, SourceSpec } from './source-spec.ts'

/** A Terraform expression, such as a reference to another resource, which is not quoted. */
class Expression {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Escapes `${` and `%{`, so that user data cannot become an expression. */
const quoted = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in a text must be escaped.
  const plain = text.replaceAll(/["\\\u0000-\u001f\u007f]/g, (sign) => {
    return escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `"${plain.replaceAll(/[$%]\{/g, (sign) => `${sign[0]}${sign}`)}"`
}

const written = (value: unknown, indent: string): string => {
  if (value instanceof Expression) return value.text
  if (Array.isArray(value)) return `[${value.map((one) => written(one, indent)).join(', ')}]`
  if (!isItem(value)) return typeof value === 'string' ? quoted(value) : String(value)
  const lines = Object.entries(value).map(
    ([name, one]) => `${indent}  ${quoted(name)} = ${written(one, `${indent}  `)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

const isBlocks = (value: unknown): value is readonly Item[] => Array.isArray(value) && value.some(isItem)

const argument = ([name, value]: readonly [string, unknown]): readonly string[] => {
  if (!isBlocks(value)) return [`  ${name} = ${written(value, '  ')}`]
  return value.map((block) => {
    const inner = Object.entries(block).map(([key, one]) => `    ${key} = ${written(one, '    ')}`)
    return `  ${name} {\n${inner.join('\n')}\n  }`
  })
}

const resource = (type: string, name: string, values: Item): string =>
  `resource "${type}" "${name}" {\n${Object.entries(values).flatMap(argument).join('\n')}\n}\n`

const valuesOf = (properties: readonly SourceProperty[], item: Item): Item =>
  filledValues(properties.map((one) => [one.terraform, one.terraform && one.value(item)]))

/** Terraform (and OpenTofu) configuration that creates the item; undefined if the provider has no such type. */
export const terraformSource = (
  { terraform, properties, parts }: SourceSpec,
  item: Item,
): string | undefined => {
  if (terraform === undefined) return undefined
  const name = templateName(nameOf(item))
  const further = parts?.items(item).map((part, index) => {
    const owner = new Expression(`${terraform}.${name}.id`)
    const values = { [parts.owner]: owner, ...valuesOf(parts.properties, part) }
    return resource(parts.terraform, `${name}_${index + 1}`, values)
  })
  return [resource(terraform, name, valuesOf(properties, item)), ...(further ?? [])].join('\n')
}
