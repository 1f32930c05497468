type Attributes = Readonly<Record<string, string | number | undefined>>
type Child = Element | string | undefined

/** An XML element. Undefined attributes and children are omitted, so that optional ones can be written as plain conditions. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly Child[]
}

export const element = (name: string, attributes: Attributes = {}, ...children: Child[]): Element => ({
  name,
  attributes,
  children,
})

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
}

/** Escapes text and attribute values; characters that XML 1.0 does not allow become U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[&<>'"]/g, (character) => entities[character] ?? character)
    // Everything that is no XML character, including unpaired surrogates.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** Serialises the element with indentation, as shown by `virsh dumpxml`. */
export const renderXml = (node: Element, indent = ''): string => {
  const attributes = Object.entries(node.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}='${escapeXml(String(value))}'`)
    .join('')
  const children = node.children.filter((child) => child !== undefined)
  if (children.length === 0) return `${indent}<${node.name}${attributes}/>`
  if (children.every((child) => typeof child === 'string'))
    return `${indent}<${node.name}${attributes}>${children.map(escapeXml).join('')}</${node.name}>`
  const inner = children.map((child) =>
    typeof child === 'string' ? `${indent}  ${escapeXml(child)}` : renderXml(child, `${indent}  `),
  )
  return [`${indent}<${node.name}${attributes}>`, ...inner, `${indent}</${node.name}>`].join('\n')
}
